import { type AdminPayment, adminPaymentSchema } from '@campstore/contract/admin/payments'
import { type Fields, insertRow } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// GET /api/admin/payments: notifications about bookings and orders, from two schemas, in one order (docs/contract/admin.md#payments).
const fixture = useFixture(startCheckoutFixture)
beforeAll(async () => {
  for (const [eventId, changes] of Object.entries(stored)) await insertPayment(eventId, changes)
})

type Stored = Fields & { kind: 'booking' | 'order' }

/** By their event ids, oldest first. */
const stored: Record<string, Stored> = {
  a: { kind: 'booking', target_id: 'b-1', received_at: '2026-11-01T16:00:00Z' },
  b: {
    kind: 'order',
    target_id: 'o-1',
    received_at: '2026-11-02T15:59:59.999Z',
    outcome: 'noted',
    type: 'payment.failed',
  },
  e: {
    kind: 'order',
    target_id: 'b-2',
    received_at: '2026-11-04T00:00:00Z',
    outcome: 'unapplied',
    reason: 'unknown_target',
  },
}

const insertPayment = (eventId: string, { kind, ...changes }: Stored) =>
  insertRow(fixture.owner, `${kind === 'booking' ? 'booking' : 'checkout'}.payment_notification`, {
    event_id: eventId,
    type: 'payment.succeeded',
    amount: '1009.50',
    currency: 'TWD',
    outcome: 'applied',
    payment_method: 'gateway-atm',
    provider_trade_no: `T-${eventId}`,
    paid_at: '2026-11-01T15:59:00Z',
    ...changes,
  })

const path = '/internal/checkout/payments'
const staff = () => fixture.administrator(['orders.view', 'bookings.view'])
const listed = z.array(adminPaymentSchema)
const read = async (query: string): Promise<AdminPayment[]> =>
  listed.parse((await staff().get(`${path}?${query}`)).data)
/** The event ids that a query finds, in their order. */
const found = async (query: string) => (await read(query)).map(({ eventId }) => eventId).join('')

describe('the list', () => {
  test('shows each notification and its outcome, newest first', async () => {
    const answer = await staff().get(path)
    expect(answer.meta).toEqual({ page: 0, size: 20, totalElements: 3, totalPages: 1 })
    expect(await found('')).toBe('eba')
    const usual = {
      amount: '1009.50',
      currency: 'TWD',
      paymentMethod: 'gateway-atm',
      paidAt: '2026-11-01T15:59:00.000Z',
      type: 'payment.succeeded',
    }
    expect(answer.data).toEqual(
      expect.arrayContaining([
        {
          ...usual,
          eventId: 'a',
          outcome: 'applied',
          reason: null,
          target: { kind: 'booking', id: 'b-1' },
          providerTradeNo: 'T-a',
          receivedAt: '2026-11-01T16:00:00.000Z',
        },
        {
          ...usual,
          eventId: 'e',
          outcome: 'unapplied',
          reason: 'unknown_target',
          target: { kind: 'order', id: 'b-2' },
          providerTradeNo: 'T-e',
          receivedAt: '2026-11-04T00:00:00.000Z',
        },
        {
          ...usual,
          type: 'payment.failed',
          eventId: 'b',
          outcome: 'failed',
          reason: null,
          target: { kind: 'order', id: 'o-1' },
          providerTradeNo: 'T-b',
          receivedAt: '2026-11-02T15:59:59.999Z',
        },
      ]),
    )
  })
})

test('one event id about a booking and about an order is two payments, on whichever page', async () => {
  const twin = { target_id: 'twins', received_at: '2026-12-03T00:00:00Z' }
  await insertPayment('twin', { kind: 'order', ...twin })
  await insertPayment('twin', { kind: 'booking', ...twin, received_at: '2026-12-04T00:00:00Z' })
  expect((await staff().get(`${path}?targetId=twins&size=1`)).meta).toMatchObject({ totalElements: 2 })
  const pages = [await read('targetId=twins&size=1'), await read('targetId=twins&size=1&page=1')]
  expect(pages.map(page => page.map(({ target }) => target.kind))).toEqual([['booking'], ['order']])
})

// GET /api/admin/orders (docs/contract/admin.md#orders)
test('the list of orders leaves items out; the deadline is null once an order cannot expire any more', async () => {
  await fixture.scenario.order({
    id: 'order-a',
    recipient_name: '歐陽修',
    placed_at: '2026-11-01T16:00Z',
    status: 'completed',
    payment_status: 'paid',
    payment_method: 'gateway-credit',
    paid_at: '2026-11-01T16:05Z',
  })
  const { data } = await fixture.administrator('orders.view').get('/internal/checkout/orders?q=order-a')
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
      total: '600.00',
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
