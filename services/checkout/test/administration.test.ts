import type { Fields } from '@campstore/testing/rows'
import { insertNotification } from '@campstore/testing/stored-rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { checkoutOf, recipient, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// The internal endpoints that the admin service calls (docs/contract/admin.md#orders). Who
// may call them is in test/administration.
const start = '2026-11-20T08:00:00.000Z'
const later = '2026-11-20T08:30:00.000Z'
const fixture = useFixture(startCheckoutFixture)

const internal = (orderId: string, action: string) => `/internal/checkout/orders/${orderId}/${action}`

/** A paid order of three tents from two stores and one lamp. */
async function paid() {
  const tent = await fixture.scenario.variant({ onHand: { 'store-1': 2, 'store-2': 4 }, variant: { price: '1000.00' } })
  const lamp = await fixture.scenario.variant({ onHand: 9 })
  const items = [
    { variantId: tent.variantId, quantity: 3 },
    { variantId: lamp.variantId, quantity: 1 },
  ]
  const member = await fixture.member({ name: '林美' })
  const session = await fixture.hold(member, checkoutOf(tent, { items }))
  const payment = await fixture.paid(session)
  const act = (action: 'ship' | 'complete') => fixture.administrator().post(internal(session.orderId, action))
  const movements = async () => (await fixture.owner.query(movementsOf, [[tent.variantId, lamp.variantId]])).rows
  return { member, tent, lamp, session, payment, orderId: session.orderId, act, movements }
}
const movementsOf = /* sql */ `
  select variant_id as "variantId", location_id as "locationId", quantity_delta as delta, reason,
    on_hand_after as "onHandAfter", created_by as "by", created_at as at
  from inventory.movement
  where variant_id = any ($1)
  order by id`

test('ship and complete an order that is paid online: movements, reservations, shipment and status history', async () => {
  const { tent, lamp, session, member, payment, act, movements } = await paid()
  fixture.clock.set(later)
  expect(await act('ship')).toMatchObject({ status: 200 })
  const booked = { reason: 'order shipped', by: 'admin-1', at: new Date(later) }
  const expected = [
    { variantId: tent.variantId, locationId: 'store-1', delta: -2, onHandAfter: 0, ...booked },
    { variantId: tent.variantId, locationId: 'store-2', delta: -1, onHandAfter: 3, ...booked },
    { variantId: lamp.variantId, locationId: 'store-1', delta: -1, onHandAfter: 8, ...booked },
  ]
  expect(new Set(await movements())).toEqual(new Set(expected))
  expect(await fixture.shelves(tent)).toMatchObject([{ reserved: 0 }, { reserved: 0 }])
  const ended = { status: 'released', endedAt: new Date(later) }
  expect(await fixture.reservations(session.orderId)).toMatchObject([ended, ended, ended])
  const completedAt = '2026-11-20T09:00:00.000Z'
  fixture.clock.set(completedAt)
  const answer = await act('complete')
  const { recipientName, phone: shippingPhone, address: shippingAddress } = recipient
  const actor = (type: string, id: string) => ({ actor: { type, id, name: null } })
  const byAdmin = { ...actor('admin', 'admin-1'), reason: null }
  expect(answer.data).toMatchObject({
    recipientName,
    shippingPhone,
    shippingAddress,
    placedAt: start,
    paidAt: start,
    shipment: { carrier: null, trackingNumber: null, at: later, by: { id: 'admin-1', name: null } },
    statusHistory: [
      { from: null, to: 'unshipped', at: start, ...actor('member', member.customerId), reason: null },
      { from: 'unshipped', to: 'unshipped', at: start, ...actor('payment', payment.eventId), reason: 'paid' },
      { from: 'unshipped', to: 'shipped', at: later, ...byAdmin },
      { from: 'shipped', to: 'completed', at: completedAt, ...byAdmin },
    ],
  })
})

// GET /api/admin/payments: about bookings and orders, from two schemas, in one order (docs/contract/admin.md#payments).
test('the list of payments has both kinds, newest first, also two of one event id; a year after 9999 is its end', async () => {
  const twin = { event_id: 'twin', target_id: 'target', amount: '1009.50', paid_at: '2026-11-01T15:59:00.000Z' }
  const insert = (schema: 'booking' | 'checkout', changes: Fields) =>
    insertNotification(fixture.owner, schema, { ...twin, ...changes })
  await insert('booking', { received_at: '2026-11-01T16:00:00.000Z' })
  await insert('checkout', { received_at: '2026-11-02T16:00:00.000Z', outcome: 'unapplied', reason: 'unknown_target' })
  const failed = { event_id: 'other', received_at: '2026-11-03T16:00:00.000Z' }
  await insert('checkout', { ...failed, outcome: 'noted', type: 'payment.failed', paid_at: '10000-01-01T00:00:00Z' })
  const staff = fixture.administrator('payments.view')
  const { data } = await staff.get('/internal/checkout/payments?targetId=target')
  const [booking, order] = ['booking', 'order'].map(kind => ({ target: { kind, id: 'target' } }))
  const refund = { cause: 'unapplied', status: 'due', doneAt: null, failureReason: null }
  expect(data).toMatchObject([
    { ...order, eventId: 'other', outcome: 'failed', paidAt: '9999-12-31T23:59:59.999Z', refund: null },
    { ...order, eventId: 'twin', outcome: 'unapplied', reason: 'unknown_target', refund, refunds: [refund] },
    { ...booking, eventId: 'twin', amount: '1009.50', paidAt: '2026-11-01T15:59:00.000Z', refund: null, refunds: [] },
  ])
})
