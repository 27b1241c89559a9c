import { randomUUID } from 'node:crypto'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { deleteUnverified, recordRejection } from '@campstore/holds/rejections'
import { signRequest } from '@campstore/payments/request-signature'
import { paymentFor, refundFor } from '@campstore/testing/payments'
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

/** Pays an order, and waits until that is known: two messages at once may come in either order. */
async function paid(...payment: Parameters<typeof fixture.pay>) {
  const message = await fixture.pay(...payment)
  await whenProcessed(message.eventId, 1)
  return message
}

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

test('a message with a wrong signature is rejected for 7 days, and a real outcome of its eventId wins', async () => {
  const { session } = await openOrder(fixture)
  const { eventId } = await fixture.pay(session)
  const [applied] = await whenProcessed(eventId, 1)
  const target = { kind: 'order', id: session.orderId } as const
  const forged = paymentFor(target, session.pricing.total, fixture.clock.now())
  await fixture.notify({ ...forged, eventId }, 'another-secret')
  await fixture.notify(forged, 'another-secret')
  const rejected = { type: null, outcome: 'rejected', reason: 'signature mismatch' }
  expect(await whenProcessed(forged.eventId, 1)).toMatchObject([rejected])
  expect((await ask(eventId)).data).toEqual([applied])
  const at = fixture.clock.now()
  const dayAfter = (days: number) => new Date(at.getTime() + days * 86_400_000)
  await deleteUnverified(fixture.owner, 'checkout', dayAfter(7))
  expect((await ask(forged.eventId)).data).toMatchObject([rejected])
  await deleteUnverified(fixture.owner, 'checkout', new Date(dayAfter(7).getTime() + 1))
  expect((await ask(forged.eventId)).code).toBe('NOT_FOUND')
})

test('rejections of messages that are not signed are few: the newest are kept', async () => {
  const at = fixture.clock.now()
  const reject = (eventId: string, seconds: number) =>
    recordRejection(fixture.owner, 'checkout', {
      eventId,
      reason: 'signature mismatch',
      isAuthentic: false,
      at: new Date(at.getTime() + seconds * 1_000),
    })
  await reject('first', 0)
  await fixture.owner.query(
    `insert into checkout.rejected_notification (event_id, reason, received_at, is_authentic)
    select 'flood-' || number, 'signature mismatch', $1, false from generate_series(1, 1000) number`,
    [new Date(at.getTime() + 1_000)],
  )
  await reject('last', 2)
  const { rows } = await fixture.owner.query(
    "select event_id from checkout.rejected_notification where not is_authentic and event_id in ('first', 'last')",
  )
  expect(rows).toEqual([{ event_id: 'last' }])
})

test('a refund that failed stays due, with time and reason, until it is made; a failure after that changes nothing', async () => {
  const { session, orderId, member } = await openOrder(fixture)
  const target = { kind: 'order', id: orderId } as const
  await paid(session)
  const again = await paid(session)
  const staff = fixture.administrator(['payments.view', 'payments.edit'])
  const read = async () => {
    const { data } = await staff.get(`/internal/checkout/payments?targetId=${orderId}&outcome=unapplied`)
    return Object((data as { refund: unknown }[])[0]?.refund)
  }
  const { id: refundId } = await read()
  const reported = { type: 'payment.refund-failed', reason: 'card closed' } as const
  const failure = { eventId: randomUUID(), target, refundId, ...reported }
  const failedAt = fixture.clock.now().toISOString()
  await fixture.notify(failure)
  expect(await whenProcessed(failure.eventId, 1)).toMatchObject([{ type: 'payment.refund-failed', outcome: 'applied' }])
  await fixture.notify(failure)
  const failed = { status: 'due', failedAt, failureReason: 'card closed' }
  await eventually(() => expect(fixture.log.filter(line => line.eventId === failure.eventId)).toHaveLength(2))
  expect(await read()).toMatchObject(failed)
  expect((await staff.get(`/internal/checkout/refunds/${refundId}`)).data).toMatchObject(failed)
  const { data: own } = await member.client.get(`/api/checkout/sessions/${orderId}`)
  expect(own).toMatchObject({ refunds: [{ status: 'due', failedAt }] })
  expect(JSON.stringify(own)).not.toContain('card closed')
  for (const wrong of [{ reason: 'another' }, { eventId: randomUUID(), refundId: 'unknown' }]) {
    await fixture.notify({ ...failure, ...wrong })
    const answers = await whenProcessed(wrong.eventId ?? failure.eventId, wrong.eventId ? 1 : 2)
    expect(answers).toContainEqual(expect.objectContaining({ outcome: 'rejected' }))
  }
  await fixture.notify({ ...refundFor({ eventId: again.eventId, target }, fixture.clock.now()), refundId })
  await eventually(async () => expect(await read()).toMatchObject({ status: 'done', failedAt: null }))
  const late = { ...failure, eventId: randomUUID() }
  await fixture.notify(late)
  expect(await whenProcessed(late.eventId, 1)).toMatchObject([{ outcome: 'not_due' }])
  expect(await read()).toMatchObject({ status: 'done', failedAt: null, failureReason: null })
})

test('numbers of the provider are the same in any case: of payments and of refunds', async () => {
  const [first, second] = [await openOrder(fixture), await openOrder(fixture)]
  const number = `TwIn-${randomUUID()}`
  await paid(first.session, { providerTradeNo: number })
  const twin = await fixture.pay(second.session, { providerTradeNo: number.toUpperCase() })
  expect(await whenProcessed(twin.eventId, 1)).toMatchObject([{ reason: 'trade_number_used' }])
  const staff = fixture.administrator(['payments.view', 'payments.edit'])
  const refundIds = []
  for (const { session } of [first, second]) {
    await paid(session)
    const { eventId } = await paid(session)
    const { data } = await staff.get(`/internal/checkout/payments?q=${eventId}`)
    refundIds.push(Object((data as { refund: unknown }[])[0]?.refund).id)
  }
  const [one, other] = refundIds.map(
    id => (reference: string) => staff.post(`/internal/checkout/refunds/${id}/done`, { reference }),
  )
  const reference = `Ref-${randomUUID()}`
  expect((await one?.(reference))?.status).toBe(200)
  expect((await one?.(reference.toUpperCase()))?.status).toBe(200)
  expect((await other?.(reference.toLowerCase()))?.code).toBe('CONFLICT')
  for (const wrong of [` ${reference}2`, `${reference}2\u00a0`, `${reference}\u200b`])
    expect((await other?.(wrong))?.code).toBe('VALIDATION_ERROR')
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
    expect(await ask('e', signature())).toMatchObject({ status: 401, code: 'UNAUTHORIZED', message })
  })

  test("whose query is not signed, nor by a member's token", async () => {
    const headers = { [signatureHeader]: signed({}) }
    expect(await fixture.anyone.get(`${path}?x=1`, headers)).toMatchObject({ status: 401 })
    const { client } = await fixture.member()
    expect(await client.get(path)).toMatchObject({ status: 401 })
  })
})
