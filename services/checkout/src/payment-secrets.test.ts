import { paymentSecret } from '@campstore/testing/world'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CheckoutWorld, checkoutOf, fullPayment, startCheckoutWorld } from './testing/checkout-world.ts'

// While the payment service changes its secret, both are accepted (decisions.md, 13).
const newSecret = 'the-secret-that-comes-next'
let world: CheckoutWorld
beforeAll(async () => {
  world = await startCheckoutWorld({ PAYMENT_SIGNING_SECRET: `${newSecret},${paymentSecret}` })
})
afterAll(() => world.stop())

test.each([
  ['the new secret', newSecret],
  ['the old one', paymentSecret],
])('a payment signed with %s is applied', async (_, secret) => {
  const session = await world.hold(await world.member(), checkoutOf(await world.set.variant()))
  await world.broker.pay(fullPayment(session, world.clock.now()), { secret, at: world.clock.now() })
  await world.broker.eventOf(session.orderId, 'order.paid')
})

test('a payment signed with neither, or with both as one text, is rejected', async () => {
  const session = await world.hold(await world.member(), checkoutOf(await world.set.variant()))
  for (const secret of ['the-secret-of-somebody-else', `${newSecret},${paymentSecret}`]) {
    const payment = fullPayment(session, world.clock.now())
    await world.broker.pay(payment, { secret, at: world.clock.now() })
    const { properties } = await world.broker.take('payments.rejected')
    expect([properties.messageId, properties.headers?.['x-rejected-reason']]).toEqual([
      payment.eventId,
      'signature mismatch',
    ])
  }
  await vi.waitFor(() => expect(world.log.filter(({ msg }) => msg === 'payment notification rejected')).toHaveLength(2))
})
