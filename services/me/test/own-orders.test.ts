import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MeFixture, startMeFixture } from '../src/testing/me-fixture.ts'
import { readOrder } from '../src/use-cases/read-orders.ts'

// docs/contract/member.md#own-orders, docs/contract/resources.md#order
// Invalid requests are in test/bad-requests.
const ordersPath = '/api/me/orders'
let fixture: MeFixture
beforeAll(async () => {
  fixture = await startMeFixture()
})
afterAll(() => fixture.stop())

const idsOf = (data: unknown): string[] => (data as { id: string }[]).map(({ id }) => id)
const notFound = { status: 404, code: 'NOT_FOUND' }

/** A member with orders that were placed at these minutes past seven; their ids in that order. */
async function memberWith(...minutes: number[]) {
  const member = await fixture.member()
  const ids: string[] = []
  for (const minute of minutes) {
    const placedAt = `2026-11-20T07:${String(minute).padStart(2, '0')}:00.000Z`
    ids.push(await fixture.scenario.order(member, { placed_at: placedAt }))
  }
  return { ...member, ids }
}

/** What an unpaid order of the scenario looks like in a list. */
const listed = (id: string, { customerId }: { customerId: string }) => ({
  id,
  customerId,
  buyerName: '王小明',
  buyerEmail: 'ming@members.test',
  buyerEmailVerified: true,
  recipientName: null,
  shippingAddress: null,
  shippingPhone: null,
  subtotal: '1000.00',
  shippingFee: '100.00',
  discount: '0.00',
  total: '1100.00',
  paymentMethod: null,
  paymentStatus: 'unpaid',
  refundStatus: 'none',
  status: 'unshipped',
  placedAt: '2026-11-20T07:00:00.000Z',
  paidAt: null,
  checkoutExpiresAt: '2026-11-20T07:15:00.000Z',
})

describe('GET /api/me/orders', () => {
  test('a list entry is the order without its items', async () => {
    const member = await fixture.member()
    const id = await fixture.scenario.order(member)
    expect((await member.client.get(ordersPath)).body).toEqual({
      success: true,
      data: [listed(id, member)],
      meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
    })
  })

  test('order: placedAt descending', async () => {
    const { client, ids } = await memberWith(10, 30, 20)
    const [tenPast, halfPast, twentyPast] = ids
    expect(idsOf((await client.get(ordersPath)).data)).toEqual([halfPast, twentyPast, tenPast])
  })

  test('order: of orders placed at the same instant, id descending', async () => {
    const { client, ids } = await memberWith(5, 5, 5, 5, 5)
    expect(idsOf((await client.get(ordersPath)).data)).toEqual(ids.toSorted().toReversed())
  })

  test('pages do not overlap and lose nothing; totalPages is rounded up', async () => {
    const { client, ids } = await memberWith(5, 5, 5, 5, 5)
    const answers = await Promise.all([0, 1, 2].map(page => client.get(`${ordersPath}?page=${page}&size=2`)))
    expect(answers.flatMap(answer => idsOf(answer.data))).toEqual(ids.toSorted().toReversed())
    expect(answers.map(answer => answer.meta)).toEqual(
      [0, 1, 2].map(page => ({ page, size: 2, totalElements: 5, totalPages: 3 })),
    )
  })

  test('a page past the end is 200 with an empty array', async () => {
    const { client } = await memberWith(1)
    const meta = { page: 7, size: 100, totalElements: 1, totalPages: 1 }
    expect(await client.get(`${ordersPath}?page=7&size=100`)).toMatchObject({ status: 200, data: [], meta })
  })

  test('no orders: totalElements and totalPages 0', async () => {
    const { client } = await fixture.member()
    const meta = { page: 0, size: 20, totalElements: 0, totalPages: 0 }
    expect(await client.get(ordersPath)).toMatchObject({ status: 200, data: [], meta })
  })

  test('the orders of others are never listed, whatever the query', async () => {
    const [owner, stranger] = [await memberWith(1), await fixture.member()]
    const query = `customerId=${owner.customerId}&memberId=${owner.customerId}`
    expect(await stranger.client.get(`${ordersPath}?${query}`)).toMatchObject({ data: [], meta: { totalElements: 0 } })
  })
})

describe('GET /api/me/orders/{orderId}', () => {
  test('the order as it is listed, and its items with their snapshots', async () => {
    const member = await fixture.member()
    const item = { id: 4711, variant_id: 'v-green', image_url: '/api/products/images/tent.svg' }
    const id = await fixture.scenario.order(member, {}, [item])
    expect((await member.client.get(`${ordersPath}/${id}`)).body).toEqual({
      success: true,
      data: {
        ...listed(id, member),
        items: [
          {
            id: 4711,
            productId: 'p-1',
            variantId: 'v-green',
            sku: 'TENT-4-GRN',
            productName: '四人帳篷',
            specification: '綠',
            brandName: '山岳',
            imageUrl: '/api/products/images/tent.svg',
            unitPrice: '1000.00',
            quantity: 1,
            lineTotal: '1000.00',
          },
        ],
      },
    })
  })

  test('items come by line, whatever their ids', async () => {
    const member = await fixture.member()
    const items = [9003, 9001, 9002].map(id => ({ id, sku: `SKU-${id}` }))
    const id = await fixture.scenario.order(member, {}, items)
    const { data } = await member.client.get(`${ordersPath}/${id}`)
    expect((data as { items: { id: number }[] }).items.map(item => item.id)).toEqual([9003, 9001, 9002])
  })

  test('fields that are set later: recipient, payment method, payment', async () => {
    const member = await fixture.member()
    const id = await fixture.scenario.paidOrder(member, {
      recipient_name: '陳大文',
      shipping_phone: '0912345678',
      shipping_address: '臺北市中山路 1 號',
      payment_method: 'gateway-credit',
      paid_at: '2026-11-20T15:05:00.123+08:00',
      discount: '50.50',
    })
    expect((await member.client.get(`${ordersPath}/${id}`)).data).toMatchObject({
      recipientName: '陳大文',
      shippingPhone: '0912345678',
      shippingAddress: '臺北市中山路 1 號',
      paymentMethod: 'gateway-credit',
      paymentStatus: 'paid',
      paidAt: '2026-11-20T07:05:00.123Z',
      discount: '50.50',
    })
  })

  test.each([
    ['paid', { payment_status: 'paid', paid_at: '2026-11-20T07:01:00Z' }],
    ['confirmed for cash on delivery', { cod_confirmed_at: '2026-11-20T07:01:00Z', payment_method: 'cod' }],
    ['cancelled', { status: 'cancelled', cancelled_because: 'member' }],
  ])('an order that is %s can no longer expire: checkoutExpiresAt is null', async (_, changes) => {
    const member = await fixture.member()
    const id = await fixture.scenario.order(member, changes)
    expect((await member.client.get(`${ordersPath}/${id}`)).data).toMatchObject({ checkoutExpiresAt: null })
  })

  test("another member's order: NOT_FOUND, like an unknown one", async () => {
    const [owner, stranger] = [await memberWith(1), await fixture.member()]
    const foreign = await stranger.client.get(`${ordersPath}/${owner.ids[0]}`)
    const missing = await stranger.client.get(`${ordersPath}/none`)
    expect(foreign).toMatchObject(notFound)
    expect(foreign.body).toEqual(missing.body)
  })

  test.each(['%00', '%F0%9F%8F%95', 'x'.repeat(300)])('an id that cannot exist, %s: NOT_FOUND', async id => {
    const { client } = await fixture.member()
    expect(await client.get(`${ordersPath}/${id}`)).toMatchObject(notFound)
  })

  test('idempotency key and fingerprint never appear, nor other internal fields of checkout', async () => {
    const member = await fixture.member()
    const id = await fixture.scenario.order(member, { cod_confirmed_at: '2026-11-20T07:01:00Z', payment_method: 'cod' })
    await fixture.owner.query('insert into checkout.idempotency_key values ($1, $2, $3, $4, $5)', [
      member.customerId,
      'a-very-private-key',
      'a-fingerprint',
      JSON.stringify({ orderId: id }),
      new Date(),
    ])
    const answers = [await member.client.get(`${ordersPath}/${id}`), await member.client.get(ordersPath)]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(
      /private-key|fingerprint|idempotency|confirmed/i,
    )
  })

  test('an e-mail that nobody had proven is there, and said to be so', async () => {
    const member = await fixture.member()
    const id = await fixture.scenario.order(member, { buyer_email_verified: false }, [{}])
    const answers = [await member.client.get(`${ordersPath}/${id}`), await member.client.get(ordersPath)]
    for (const order of answers.flatMap(({ data }) => data))
      expect(order).toMatchObject({ id, buyerEmail: 'ming@members.test', buyerEmailVerified: false })
  })

  test('one SQL round trip reads it', async () => {
    const member = await fixture.member()
    const id = await fixture.scenario.order(member, {}, [{}, {}])
    const query = vi.spyOn(fixture.deps.database.requests, 'query')
    const { customerId, name, email } = member
    await readOrder(fixture.deps, id, {
      kind: 'member',
      customerId,
      name,
      email,
      emailVerified: true,
      status: 'active',
    })
    expect(query).toHaveBeenCalledTimes(1)
  })
})
