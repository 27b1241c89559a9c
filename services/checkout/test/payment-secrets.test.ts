import { paymentSecret } from '@campstore/testing/service-fixture'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { expect, test } from 'vitest'
import { checkoutOf, fullPayment, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// While the payment service changes its secret, both are accepted (docs/contract/messages.md#signature).
const newSecret = 'the-secret-that-comes-next'
const fixture = useFixture(() => startCheckoutFixture({ PAYMENT_SIGNING_SECRET: `${newSecret},${paymentSecret}` }))

test.each([
  ['the new secret', newSecret],
  ['the old one', paymentSecret],
])('a payment signed with %s is applied', async (_, secret) => {
  const session = await fixture.hold(await fixture.member(), checkoutOf(await fixture.scenario.variant()))
  await fixture.broker.pay(fullPayment(session, fixture.clock.now()), { secret, at: fixture.clock.now() })
  await fixture.broker.eventOf(session.orderId, 'order.paid')
})

test('a payment signed with another secret, or with both as one text, is rejected', async () => {
  const session = await fixture.hold(await fixture.member(), checkoutOf(await fixture.scenario.variant()))
  for (const secret of ['the-secret-of-somebody-else', `${newSecret},${paymentSecret}`]) {
    const payment = fullPayment(session, fixture.clock.now())
    await fixture.broker.pay(payment, { secret, at: fixture.clock.now() })
    const { properties } = await fixture.broker.take('payments.rejected')
    expect([properties.messageId, properties.headers?.['x-rejected-reason']]).toEqual([
      payment.eventId,
      'signature mismatch',
    ])
  }
  await eventually(() =>
    expect(fixture.log.filter(({ msg }) => msg === 'Payment notification rejected')).toHaveLength(2),
  )
})
