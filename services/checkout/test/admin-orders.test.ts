import { orderListItemSchema } from '@campstore/contract/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type CheckoutFixture, checkoutOf, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// How administrators find orders (docs/contract/admin.md#orders). What they do to them is in
// administration.test.ts.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
  await Promise.all(Object.entries(orders).map(([id, changes]) => fixture.scenario.order({ id, ...changes })))
})
afterAll(() => fixture.stop())

const orders = {
  'order-a': {
    buyer_name: '王小明',
    buyer_email: 'ming@members.test',
    recipient_name: '歐陽修',
    placed_at: '2026-11-01T16:00Z',
    total: '900.00',
    updated_at: '2026-11-09T00:00Z',
    status: 'completed',
    payment_status: 'paid',
    payment_method: 'gateway-credit',
    paid_at: '2026-11-01T16:05Z',
  },
  'order-b': {
    buyer_name: '小明',
    buyer_email: 'percent%sign@members.test',
    placed_at: '2026-11-02T15:59:59.999Z',
    total: '1000.00',
    updated_at: '2026-11-08T00:00Z',
    status: 'cancelled',
    cancelled_because: 'expired',
    payment_method: 'gateway-atm',
  },
  'order-c': {
    buyer_name: 'Ann Lee',
    buyer_email: 'ANN@members.test',
    recipient_name: 'Back\\slash',
    total: '1000.00',
    placed_at: '2026-11-02T16:00Z',
    updated_at: '2026-11-10T00:00Z',
    payment_method: 'cod',
    cod_confirmed_at: '2026-11-02T16:05Z',
  },
  'order-d': {
    buyer_name: 'Élodie',
    buyer_email: 'e_l@elsewhere.test',
    placed_at: '2026-11-02T16:00Z',
    total: '80.00',
    updated_at: '2026-11-10T00:00Z',
    status: 'shipped',
    payment_status: 'refunded',
    payment_method: 'gateway-cvs',
  },
}

const path = '/internal/checkout/orders'
const administrator = () => fixture.administrator('orders.view')
const listed = z.array(orderListItemSchema)

/** The last letters of the ids that a query finds, in their order. */
async function found(query: string): Promise<string> {
  const { data } = await administrator().get(`${path}?${query}`)
  return listed
    .parse(data)
    .map(({ id }) => id.at(-1))
    .join('')
}
const inAnyOrder = async (query: string) => [...(await found(query))].sort().join('')

describe('the list', () => {
  test('leaves items out; the deadline is null once an order cannot expire any more', async () => {
    const { data } = await administrator().get(`${path}?q=order-a`)
    expect(data).toEqual([
      {
        id: 'order-a',
        customerId: 'customer-1',
        buyerName: '王小明',
        buyerEmail: 'ming@members.test',
        buyerEmailVerified: true,
        recipientName: '歐陽修',
        shippingAddress: null,
        shippingPhone: null,
        subtotal: '500.00',
        shippingFee: '100.00',
        discount: '0.00',
        total: '900.00',
        paymentMethod: 'gateway-credit',
        paymentStatus: 'paid',
        refundStatus: 'none',
        status: 'completed',
        placedAt: '2026-11-01T16:00:00.000Z',
        paidAt: '2026-11-01T16:05:00.000Z',
        checkoutExpiresAt: null,
      },
    ])
  })

  test('is paged: the pages together are the complete list, and one past the end is empty', async () => {
    const page = (number: number) => administrator().get(`${path}?size=3&page=${number}`)
    const [first, second, third] = [await page(0), await page(1), await page(2)]
    expect(first.meta).toEqual({ page: 0, size: 3, totalElements: 4, totalPages: 2 })
    expect([first, second].flatMap(({ data }) => listed.parse(data).map(({ id }) => id))).toEqual([
      'order-d',
      'order-c',
      'order-b',
      'order-a',
    ])
    expect(third).toMatchObject({ status: 200, data: [], meta: { page: 2, size: 3, totalElements: 4 } })
  })

  test('without a page or size: the first twenty', async () => {
    expect((await administrator().get(path)).meta).toMatchObject({ page: 0, size: 20 })
  })
})

describe('sort: ties by id in the same direction', () => {
  test.each([
    ['', 'dcba'],
    ['sort=placedAt,desc', 'dcba'],
    ['sort=placedAt,asc', 'abcd'],
    ['sort=total,asc', 'dabc'],
    ['sort=total,desc', 'cbad'],
    ['sort=updatedAt,asc', 'bacd'],
    ['sort=updatedAt,desc', 'dcab'],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toBe(expected)
  })
})

describe('filters', () => {
  test.each([
    ['status', 'status=completed', 'a'],
    ['status, repeated: either', 'status=completed&status=cancelled', 'ab'],
    ['status without an order', 'status=returned', ''],
    ['paymentStatus', 'paymentStatus=unpaid', 'bc'],
    ['paymentStatus refunded', 'paymentStatus=refunded', 'd'],
    ['paymentMethod', 'paymentMethod=cod', 'c'],
    ['placedFrom: that instant is inside', 'placedFrom=2026-11-02T16:00:00Z', 'cd'],
    ['placedTo: that instant is inside', 'placedTo=2026-11-02T15:59:59.999Z', 'ab'],
    ['an offset is heeded', `placedFrom=${encodeURIComponent('2026-11-03T00:00:00+08:00')}`, 'cd'],
    ['a plain date is that whole day in Taipei', 'placedFrom=2026-11-02&placedTo=2026-11-02', 'ab'],
    ['all of them must hold', 'paymentStatus=unpaid&status=unshipped&placedFrom=2026-11-03&q=ann', 'c'],
    ['all of them must hold: one does not', 'paymentStatus=paid&status=unshipped', ''],
    ['a year that no order is of', 'placedFrom=0001-01-01&placedTo=0001-12-31', ''],
  ])('%s', async (_, query, expected) => {
    expect(await inAnyOrder(query)).toBe(expected)
  })
})

describe('q: a substring without regard to case', () => {
  test.each([
    ['of the id', 'ORDER-B', 'b'],
    ['of buyerName', 'nn le', 'c'],
    ['of buyerEmail', 'ann@MEMBERS', 'c'],
    ['of recipientName', '歐陽修', 'a'],
    ['of two Chinese letters', '小明', 'ab'],
    ['of two, in the midst of a name', '王小', 'a'],
    ['of one', '王', 'a'],
    ['of two that no name has side by side', '王明', ''],
    ['of a letter beyond ASCII, in the other case', 'é', 'd'],
    ['of a letter beyond ASCII and one within', 'éL', 'd'],
    ['of two ASCII letters', 'nn', 'c'],
    ['without a match', 'unknown', ''],
    ['a percent sign means itself', '%', 'b'],
    ['an underscore means itself', '_', 'd'],
    ['a backslash means itself', '\\', 'c'],
    ['wildcards within mean themselves', 'A%n', ''],
    ['fields are not joined to each other', 'ming@members.test歐', ''],
    ['blank is as if absent', '   ', 'abcd'],
    ['it is trimmed', ' ann ', 'c'],
    ['quotes are letters like others', `'; drop table checkout.store_order; --`, ''],
  ])('%s', async (_, q, expected) => {
    expect(await inAnyOrder(new URLSearchParams({ q }).toString())).toBe(expected)
  })
})

describe('the detail', () => {
  test('has recipient, items and the complete history', async () => {
    const member = await fixture.member({ name: '林美' })
    const session = await fixture.hold(member, checkoutOf(await fixture.scenario.variant()))
    const { data, status } = await administrator().get(`${path}/${session.orderId}`)
    const { customerId, name, email } = member
    expect([status, data]).toEqual([
      200,
      {
        id: session.orderId,
        customerId,
        buyerName: name,
        buyerEmail: email,
        buyerEmailVerified: true,
        ...session.pricing,
        recipientName: session.shipping?.recipientName,
        shippingPhone: session.shipping?.phone,
        shippingAddress: session.shipping?.address,
        paymentMethod: 'gateway-credit',
        paymentStatus: 'unpaid',
        refundStatus: 'none',
        status: 'unshipped',
        placedAt: '2026-11-20T08:00:00.000Z',
        paidAt: null,
        checkoutExpiresAt: session.checkoutExpiresAt,
        items: session.items.map(({ orderItemId: id, ...item }) => ({ id, ...item })),
        statusHistory: [
          {
            from: null,
            to: 'unshipped',
            at: '2026-11-20T08:00:00.000Z',
            reason: null,
            actor: { type: 'member', id: customerId },
          },
        ],
      },
    ])
  })
})
