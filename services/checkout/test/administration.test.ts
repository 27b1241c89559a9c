import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// The internal endpoints that the admin service calls (docs/contract/admin.md#orders). Who
// may call them is in test/administration.
const start = '2026-11-20T08:00:00.000Z'
const later = '2026-11-20T08:30:00.000Z'
const fixture = useFixture(startCheckoutFixture)

const internal = (orderId: string, action: string) => `/internal/checkout/orders/${orderId}/${action}`

/** An order of three tents from two stores and one lamp. */
async function ordered(changes: object = {}) {
  const tent = await fixture.scenario.variant({ onHand: { 'store-1': 2, 'store-2': 4 }, variant: { price: '1000.00' } })
  const lamp = await fixture.scenario.variant({ onHand: 9 })
  const items = [
    { variantId: tent.variantId, quantity: 3 },
    { variantId: lamp.variantId, quantity: 1 },
  ]
  const member = await fixture.member({ name: '林美' })
  const session = await fixture.hold(member, checkoutOf(tent, { items, ...changes }))
  const act = (action: 'ship' | 'complete') => fixture.administrator().post(internal(session.orderId, action))
  const movements = async () => (await fixture.owner.query(movementsOf, [[tent.variantId, lamp.variantId]])).rows
  return { member, tent, lamp, session, orderId: session.orderId, act, movements }
}
const movementsOf = /* sql */ `
  select variant_id as "variantId", location_id as "locationId", quantity_delta as delta, reason,
    on_hand_after as "onHandAfter", created_by as "by", created_at as at
  from inventory.movement
  where variant_id = any ($1)
  order by id`

async function paid() {
  const order = await ordered()
  const payment = await fixture.pay(order.session)
  await fixture.broker.eventOf(order.orderId, 'order.paid')
  return { ...order, payment }
}
async function codConfirmed() {
  const order = await ordered({ paymentMethod: 'cod' })
  await order.member.client.post(`${sessionsPath}/${order.orderId}/confirm-cod`)
  return order
}
const historyEntry = (from: string, to: string, at: string) => ({
  from,
  to,
  at,
  reason: null,
  actor: { type: 'admin', id: 'admin-1' },
})

describe('POST …/ship', () => {
  test('paid online: returns the detail with status history; the order is shipped', async () => {
    const { session, member, payment, act } = await paid()
    fixture.clock.set(later)
    const { orderId, pricing, items } = session
    const { customerId, name, email } = member
    expect(await act('ship')).toMatchObject({ status: 200 })
    fixture.clock.set('2026-11-20T09:00:00.000Z')
    const answer = await act('complete')
    expect(answer.data).toEqual({
      id: orderId,
      customerId,
      buyerName: name,
      buyerEmail: email,
      buyerEmailVerified: true,
      ...pricing,
      refundStatus: 'none',
      recipientName: session.shipping?.recipientName,
      shippingPhone: session.shipping?.phone,
      shippingAddress: session.shipping?.address,
      paymentMethod: 'gateway-credit',
      paymentStatus: 'paid',
      status: 'completed',
      placedAt: start,
      paidAt: start,
      checkoutExpiresAt: null,
      items: items.map(({ orderItemId: id, ...item }) => ({ id, ...item })),
      statusHistory: [
        { from: null, to: 'unshipped', at: start, actor: { type: 'member', id: customerId }, reason: null },
        {
          from: 'unshipped',
          to: 'unshipped',
          at: start,
          reason: 'paid',
          actor: { type: 'payment', id: payment.eventId },
        },
        historyEntry('unshipped', 'shipped', later),
        historyEntry('shipped', 'completed', '2026-11-20T09:00:00.000Z'),
      ],
    })
  })

  test('books a movement of minus the quantity per item and location; reservations become released', async () => {
    const { tent, lamp, orderId, act, movements } = await paid()
    fixture.clock.set(later)
    await act('ship')
    const booked = { reason: 'order shipped', by: 'admin-1', at: new Date(later) }
    const expected = [
      { variantId: tent.variantId, locationId: 'store-1', delta: -2, onHandAfter: 0, ...booked },
      { variantId: tent.variantId, locationId: 'store-2', delta: -1, onHandAfter: 3, ...booked },
      { variantId: lamp.variantId, locationId: 'store-1', delta: -1, onHandAfter: 8, ...booked },
    ]
    const found = await movements()
    expect(found).toHaveLength(3)
    expect(found).toEqual(expect.arrayContaining(expected))
    expect(await fixture.shelves(tent)).toEqual([
      { locationId: 'store-1', onHand: 0, reserved: 0 },
      { locationId: 'store-2', onHand: 3, reserved: 0 },
    ])
    expect(await fixture.shelves(lamp)).toMatchObject([{ onHand: 8, reserved: 0 }])
    const ended = { status: 'released', endedAt: new Date(later) }
    expect(await fixture.reservations(orderId)).toMatchObject([ended, ended, ended])
  })

  describe('error STOCK_INSUFFICIENT: a movement removed what was reserved', () => {
    test('nothing changes: neither the order, its other items nor its history; no event is published', async () => {
      const { member, tent, lamp, session, orderId, act, movements } = await paid()
      await fixture.scenario.changeStock(tent, 0, 'store-2')
      expect(await act('ship')).toMatchObject({
        status: 409,
        code: 'STOCK_INSUFFICIENT',
        body: { error: { details: [{ path: 'items.0.variantId', message: 'has only 0 on hand at “store-2”' }] } },
      })
      const answer = await member.client.get(`${sessionsPath}/${orderId}`)
      expect(answer.data).toEqual({ ...session, paymentStatus: 'paid' })
      expect(await movements()).toEqual([])
      const active = { status: 'active', endedAt: null }
      expect(await fixture.reservations(orderId)).toMatchObject([active, active, active])
      expect(await fixture.shelves(tent)).toMatchObject([
        { onHand: 2, reserved: 2 },
        { onHand: 0, reserved: 1 },
      ])
      expect(await fixture.shelves(lamp)).toMatchObject([{ onHand: 9, reserved: 1 }])
      const history = 'select from checkout.status_history where order_id = $1'
      expect((await fixture.owner.query(history, [orderId])).rows).toHaveLength(2)
      const outbox = "select from checkout.outbox where subject = $1 and body ->> 'type' = 'order.shipped'"
      expect((await fixture.owner.query(outbox, [orderId])).rows).toEqual([])
    })
  })
})

describe('POST …/complete', () => {
  test('cash on delivery: shipped long after the deadline, and paid with paidAt when it is completed', async () => {
    const { act } = await codConfirmed()
    fixture.clock.set(later)
    expect(await act('ship')).toMatchObject({ data: { status: 'shipped', paymentStatus: 'unpaid', paidAt: null } })
    expect(await act('complete')).toMatchObject({
      status: 200,
      data: { status: 'completed', paymentStatus: 'paid', paidAt: later, paymentMethod: 'cod' },
    })
  })
})
