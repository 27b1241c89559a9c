import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckoutWorld, checkoutOf, sessionsPath, startCheckoutWorld } from './testing/checkout-world.ts'

// The service here holds for two seconds, which the broker counts; its sweeper rests.
let world: CheckoutWorld
beforeAll(async () => {
  world = await startCheckoutWorld({ CHECKOUT_HOLD_SECONDS: '2' })
})
afterAll(() => world.stop())

test('when the hold ends the order is cancelled, and everything is free again', async () => {
  const member = await world.member()
  const variant = await world.set.variant({ onHand: 1 })
  const couponClaimId = await world.set.claim(member)
  const { orderId, checkoutExpiresAt } = await world.hold(member, checkoutOf(variant, { couponClaimId }))
  world.clock.advance(2_000) // The message itself takes its two seconds.
  expect(checkoutExpiresAt).toBe(world.clock.now().toISOString())
  const { event } = await world.broker.eventOf(orderId, 'order.cancelled')
  expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
  const session = await member.client.get(`${sessionsPath}/${orderId}`)
  expect(session.data).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' })
  expect(await world.reservations(orderId)).toMatchObject([{ status: 'expired', endedAt: world.clock.now() }])
  const next = await world.member()
  expect(await next.client.post(sessionsPath, checkoutOf(variant))).toMatchObject({ status: 200 })
  const again = checkoutOf(await world.set.variant(), { couponClaimId })
  expect(await member.client.post(sessionsPath, again)).toMatchObject({ status: 200 })
})

test('its message waits in the queue that is named after the hold', async () => {
  await world.hold(await world.member(), checkoutOf(await world.set.variant()))
  const queues = await world.vhost.listQueues()
  const [delay] = queues.filter(queue => queue.name === 'order.hold.2s')
  expect(delay).toMatchObject({ type: 'quorum', durable: true, arguments: { 'x-message-ttl': 2_000 } })
})
