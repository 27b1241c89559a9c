import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// The service here holds for two seconds, which the broker counts; its sweeper rests.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture({ CHECKOUT_HOLD_SECONDS: '2' })
})
afterAll(() => fixture.stop())

test('when the hold ends the order is cancelled, and everything is free again', async () => {
  const member = await fixture.member()
  const variant = await fixture.set.variant({ onHand: 1 })
  const couponClaimId = await fixture.set.claim(member)
  const { orderId, checkoutExpiresAt } = await fixture.hold(member, checkoutOf(variant, { couponClaimId }))
  fixture.clock.advance(2_000) // The message itself takes its two seconds.
  expect(checkoutExpiresAt).toBe(fixture.clock.now().toISOString())
  const { event } = await fixture.broker.eventOf(orderId, 'order.cancelled')
  expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
  const session = await member.client.get(`${sessionsPath}/${orderId}`)
  expect(session.data).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid' })
  expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'expired', endedAt: fixture.clock.now() }])
  const next = await fixture.member()
  expect(await next.client.post(sessionsPath, checkoutOf(variant))).toMatchObject({ status: 200 })
  const again = checkoutOf(await fixture.set.variant(), { couponClaimId })
  expect(await member.client.post(sessionsPath, again)).toMatchObject({ status: 200 })
})

test('its message waits in the queue that is named after the hold', async () => {
  await fixture.hold(await fixture.member(), checkoutOf(await fixture.set.variant()))
  const queues = await fixture.vhost.listQueues()
  const [delay] = queues.filter(queue => queue.name === 'order.hold.2s')
  expect(delay).toMatchObject({ type: 'quorum', durable: true, arguments: { 'x-message-ttl': 2_000 } })
})
