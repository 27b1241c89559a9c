import { storeCheckoutSessionSchema } from '@campstore/contract/checkout/schemas'
import { expect } from 'vitest'
import { z } from 'zod'
import {
  type CheckoutFixture,
  checkoutOf,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../../services/checkout/src/testing/checkout-fixture.ts'
import { type HoldDriver, type HoldSuite, type OpenHold, type Operation, type Story, start } from './driver.ts'

const internalPath = '/internal/checkout/orders'
const deadline = '2026-11-20T08:15:00.000Z'
const [changedAt, paidAt] = ['2026-11-20T08:01:00.000Z', '2026-11-20T08:02:00.000Z']
const [shippedAt, completedAt] = ['2026-11-21T08:00:00.000Z', '2026-11-23T08:00:00.000Z']
const shippingFee = 100

async function startOrders(environment?: Record<string, string>): Promise<HoldDriver> {
  const fixture = await startCheckoutFixture(environment)
  const { scenario } = fixture
  return {
    ...fixture,
    offer: async ({ available = 200, due = '1000.00' } = {}) => {
      const price = (Number(due) - shippingFee).toFixed(2)
      const variant = await scenario.variant({ onHand: available, variant: { price } })
      return {
        request: checkoutOf(variant),
        restock: pieces => scenario.changeStock(variant, pieces),
        withdraw: () => scenario.change('catalog.variant', variant.variantId, { price: '777.00', active: false }),
      }
    },
    everything: async member => {
      const variant = await scenario.variant({ onHand: { 'store-1': 2, 'store-2': 1 } })
      const couponClaimId = await scenario.claim(member, await scenario.coupon({ usage_limit: 1 }))
      const request = checkoutOf(variant, { items: [{ variantId: variant.variantId, quantity: 3 }], couponClaimId })
      return { request, requestOfAnother: { ...request, couponClaimId: null } }
    },
    hold: async (member, request) => {
      const session = await fixture.hold(member, request)
      const { orderId: id, checkoutExpiresAt, pricing } = session
      return { id, due: pricing.total, checkoutExpiresAt, data: session }
    },
    pay: ({ data }, changes) => fixture.pay(storeCheckoutSessionSchema.parse(data), changes),
    expectHeld: async ({ id, request }) => {
      const reservations = await fixture.reservations(id)
      expect(reservations.map(({ locationId, quantity, status }) => [locationId, quantity, status])).toEqual([
        ['store-1', 2, 'active'],
        ['store-2', 1, 'active'],
      ])
      expect(await reservedOf(fixture, id)).toEqual([2, 1])
      const [claim] = await claimOf(fixture, request.couponClaimId)
      expect(claim).toMatchObject({ order_id: id })
      expect(['applied', 'used']).toContain(claim?.status)
    },
    expectReleased: async ({ id, request }, by, at) => {
      const status = by === 'timeout' ? 'expired' : 'released'
      expect(await fixture.reservations(id)).toMatchObject([
        { locationId: 'store-1', quantity: 2, status, endedAt: at },
        { locationId: 'store-2', quantity: 1, status, endedAt: at },
      ])
      expect(await reservedOf(fixture, id)).toEqual([0, 0])
      expect(await claimOf(fixture, request.couponClaimId)).toEqual([
        { status: 'available', order_id: null, used_count: 0 },
      ])
    },
  }
}

const reservedOf = async ({ owner }: Pick<CheckoutFixture, 'owner'>, orderId: string) => {
  const sql = `
    select reserved
    from inventory.stock
    where variant_id in (select variant_id from checkout.stock_reservation where order_id = $1)
    order by location_id`
  return (await owner.query<{ reserved: number }>(sql, [orderId])).rows.map(({ reserved }) => reserved)
}

const claimOf = async ({ owner }: Pick<CheckoutFixture, 'owner'>, claimId: unknown) => {
  const sql = `
    select claim.status, claim.order_id, coupon.used_count
    from checkout.coupon_claim claim
    join checkout.coupon on coupon.id = claim.coupon_id
    where claim.id = $1`
  return (await owner.query<{ status: string }>(sql, [claimId])).rows
}

const paymentEventId = 'payment-of-the-story'

/** One order from created to completed, paid online; a recipient comes later. */
async function completedStory(holds: HoldDriver): Promise<Story> {
  const member = await holds.member({ name: '林美', email: 'mei.lin@example.com' })
  const { request } = await holds.offer()
  const session = await holds.hold(member, { ...request, shipping: null })
  const { id } = session
  const act = (action: string) => holds.administrator().post(`${internalPath}/${id}/${action}`)
  holds.clock.set(changedAt)
  await member.client.patch(`${sessionsPath}/${id}`, { shipping: recipient })
  holds.clock.set(paidAt)
  await holds.pay(session, { eventId: paymentEventId })
  await holds.broker.eventOf(id, 'order.paid')
  holds.clock.set(shippedAt)
  await act('ship')
  holds.clock.set(completedAt)
  await act('complete')
  await holds.broker.eventOf(id, 'order.completed')
  holds.clock.set(start)
  const facts = { customerId: member.customerId, paymentMethod: 'gateway-credit', total: '1000.00' }
  return { id, facts: { orderId: id, buyerEmailVerified: true, ...facts }, events: holds.broker.eventsAbout(id) }
}

const open = { status: 'unshipped', paymentStatus: 'unpaid', checkoutExpiresAt: deadline }
const paid = { paymentStatus: 'paid', checkoutExpiresAt: null }
const unsaid = { carrier: null, trackingNumber: null }

const patch = (body: object) => ({ run: ({ member, path }: OpenHold) => member.client.patch(path, body) })
const post = (action: string) => ({ run: ({ member, path }: OpenHold) => member.client.post(`${path}/${action}`) })
const cancel: Operation = { name: 'cancel', ...post('cancel') }
const confirm: Operation = { name: 'confirm-cod', changes: { paymentMethod: 'cod' }, ...post('confirm-cod') }

/** Orders, for the tests of every kind of hold. */
export const orders: HoldSuite = {
  kind: 'order',
  service: 'checkout',
  table: 'checkout.store_order',
  contact: ({ name, email, verified }) => ({ buyerName: name, buyerEmail: email, buyerEmailVerified: verified }),
  publishedContact: verified => ({ buyerEmailVerified: verified }),
  open: 'unshipped',
  sessionsPath,
  internalPath,
  permissions: { view: 'orders.view', edit: 'orders.edit' },
  codes: { unavailable: 'STOCK_INSUFFICIENT', expired: 'CHECKOUT_EXPIRED', keyReused: 'CONFLICT' },
  paid: { paymentStatus: 'paid', checkoutState: 'completed', holdEndsAt: null, secondsLeft: 0 },
  cancelled: { status: 'cancelled', checkoutState: 'closed', holdEndsAt: null, secondsLeft: 0, couponClaimId: null },
  otherPayload: { paymentMethod: 'cod' },
  operations: [
    { name: 'PATCH, recipient', ...patch({ shipping: { ...recipient, phone: '1' } }) },
    { name: 'PATCH, coupon', ...patch({ couponClaimId: {} }) },
    { name: 'PATCH, nothing', ...patch({}) },
    { name: 'gateway', ...post('gateway') },
    confirm,
    cancel,
  ],
  foreign: { status: 403, code: 'FORBIDDEN' },
  ownPaths: id => [`${sessionsPath}/${id}`],
  start: startOrders,
  laterChanges: {
    'the order was changed': patch({ paymentMethod: 'cod' }).run,
    'the coupon is inactive': ({ holds, request }) =>
      holds.owner.query(
        `update checkout.coupon set status = 'inactive' where id in (select coupon_id from checkout.coupon_claim where id = $1)`,
        [request.couponClaimId],
      ),
  },
  adminDetail: ({ id, member, session: { data } }) => ({
    id,
    ...z.looseObject({}).parse(data.pricing),
    checkoutExpiresAt: null,
    customerId: member.customerId,
    buyerName: member.name,
    items: z
      .array(z.looseObject({ orderItemId: z.int() }))
      .parse(data.items)
      .map(({ orderItemId, ...item }) => ({ id: orderItemId, ...item })),
  }),
  story: completedStory,
  storyEvents: [
    ['order.created', start, open],
    ['order.updated', changedAt, open],
    ['order.paid', paidAt, { ...paid, status: 'unshipped', paidAt, paymentEventId }],
    ['order.shipped', shippedAt, { ...paid, status: 'shipped', ...unsaid }],
    ['order.completed', completedAt, { ...paid, status: 'completed', paidAt }],
  ],
}
