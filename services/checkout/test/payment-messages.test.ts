import { randomUUID } from 'node:crypto'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { signRequest } from '@campstore/payments/request-signature'
import { refundFor } from '@campstore/testing/payments'
import { paymentSecret } from '@campstore/testing/secrets'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { openOrder } from '../src/testing/orders.ts'

// docs/contract/messages.md#outcome-of-a-message
const fixture = useFixture(startCheckoutFixture)

const pathOf = (eventId: string) => `/api/payments/${eventId}`
const ask = (eventId: string, signature = signRequest('GET', pathOf(eventId), paymentSecret, fixture.clock.now())) =>
  fixture.anyone.get(pathOf(eventId), { [signatureHeader]: signature })

/** The response once this many messages with the id have been processed. */
const whenProcessed = (eventId: string, count: number) =>
  eventually(async () => {
    const answer = await ask(eventId)
    if (!Array.isArray(answer.data) || answer.data.length < count) throw new Error('not processed yet')
    return answer.data
  })

test('the payment service hears what became of a payment, of its refund, and of another message under the same id', async () => {
  const { session, orderId } = await openOrder(fixture)
  const target = { kind: 'order', id: orderId } as const
  const receivedAt = fixture.clock.now().toISOString()
  const { eventId, ...payment } = await fixture.pay(session)
  const applied = { eventId, type: 'payment.succeeded', target, outcome: 'applied', reason: null, receivedAt }
  expect(await whenProcessed(eventId, 1)).toEqual([applied])

  const again = await fixture.pay(session)
  expect(await whenProcessed(again.eventId, 1)).toMatchObject([{ outcome: 'unapplied', reason: 'already_paid' }])
  const refund = refundFor({ eventId: again.eventId, target }, fixture.clock.now())
  await fixture.notify(refund)
  expect(await whenProcessed(refund.eventId, 1)).toMatchObject([
    { type: 'payment.refunded', outcome: 'applied', target },
  ])

  fixture.clock.advance(1_000)
  await fixture.notify({ eventId, ...payment, providerTradeNo: 'another' })
  expect(await whenProcessed(eventId, 2)).toEqual([
    applied,
    {
      eventId,
      type: null,
      target: { kind: 'order', id: null },
      outcome: 'rejected',
      reason: 'malformed: eventId was used for another payment',
      receivedAt: fixture.clock.now().toISOString(),
    },
  ])
})

test('a failed payment is failed; a payment for a booking is known too', async () => {
  const { session } = await openOrder(fixture)
  const { eventId } = await fixture.pay(session, { type: 'payment.failed' })
  expect(await whenProcessed(eventId, 1)).toMatchObject([{ type: 'payment.failed', outcome: 'failed' }])
  const booked = randomUUID()
  await fixture.owner.query(
    `insert into booking.payment_notification
    values ($1, 'payment.succeeded', 'a-booking', 1, 'TWD', 'card', 'T', now(), 'unapplied', 'cancelled', now())`,
    [booked],
  )
  const target = { kind: 'booking', id: 'a-booking' }
  expect((await ask(booked)).data).toMatchObject([{ target, outcome: 'unapplied', reason: 'cancelled' }])
})

describe('401 with the reason, of a request', () => {
  const path = pathOf('e')
  const signed = (signature: Partial<{ method: string; path: string; secret: string; age: number }>) => {
    const at = new Date(fixture.clock.now().getTime() - 1_000 * (signature.age ?? 0))
    return signRequest(signature.method ?? 'GET', signature.path ?? path, signature.secret ?? paymentSecret, at)
  }
  test.each([
    ['without a signature', () => '', 'signature missing'],
    ['that another secret has signed', () => signed({ secret: 'another-secret' }), 'signature mismatch'],
    ['for another message', () => signed({ path: pathOf('another') }), 'signature mismatch'],
    ['that was signed for another method', () => signed({ method: 'POST' }), 'signature mismatch'],
    ['that was signed more than 5 minutes ago', () => signed({ age: 301 }), 'signature too old'],
  ])('%s', async (_, signature, reason) => {
    const message = `Sign the request with x-signature: ${reason}.`
    expect(await ask('e', signature())).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHORIZED', message } },
    })
  })

  test("whose query is not signed, nor by a member's token", async () => {
    const headers = { [signatureHeader]: signed({}) }
    expect(await fixture.anyone.get(`${path}?x=1`, headers)).toMatchObject({ status: 401 })
    const { client } = await fixture.member()
    expect(await client.get(path)).toMatchObject({ status: 401 })
  })
})
