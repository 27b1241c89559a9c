import { randomUUID } from 'node:crypto'
import type { RefundNotification } from '@campstore/contract/messages/payments'
import { refundFor } from '@campstore/testing/payments'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { eventTypesOf, historyOf, recordedPayment, start, stateOf } from './driver.ts'
import { orders } from './orders.ts'
import { refundDriver } from './refunds.ts'

// Reports that a payment was given back (docs/contract/messages.md#refunds).
describe.each([bookings, orders])('$kind: payment.refunded', suite => {
  const holds = useFixture(() => suite.start())
  const { service, kind } = suite
  const { openPaid, openRefundable, giveBack, cancelPaid, refundsOf, refundOf, outcomeOf } = refundDriver(suite, holds)

  /** A payment that is unapplied, because the hold was paid before. */
  const openUnapplied = async () => {
    const { hold } = await openPaid('1000.00')
    const payment = await hold.pay()
    await recordedPayment(suite, holds, payment)
    return { hold, payment }
  }

  test('closes the refund of its payment, once; the hold stays as it is', async () => {
    const { hold, payment } = await openUnapplied()
    const before = await stateOf(suite, holds, hold.id)
    const refund = refundFor(payment, new Date('2026-11-20T08:04:00.000Z'))
    expect(await outcomeOf(refund)).toBe('applied')
    const by = { done_by_type: 'payment', done_by_id: refund.eventId }
    const done = { status: 'done', reference: refund.reference, done_at: new Date(refund.refundedAt), ...by }
    expect(await refundOf(hold.id)).toMatchObject(done)
    expect(await outcomeOf({ ...refund, eventId: randomUUID(), refundedAt: start })).toBe('repeated')
    await holds.notify(refund)
    const handled = () => holds.log.filter(line => line.eventId === refund.eventId)
    await expect.poll(handled).toMatchObject([{ outcome: 'applied' }, { outcome: 'repeated' }])
    const closed = await refundOf(hold.id)
    expect(closed).toMatchObject(done)
    expect(await stateOf(suite, holds, hold.id)).toEqual(before)
    const told = (await historyOf(suite, holds, hold.id)).filter(entry => entry.reason === 'refund done')
    expect(told).toMatchObject([{ actor_type: 'payment', actor_id: refund.eventId }])
    const { event } = await holds.broker.eventOf(hold.id, 'payment.refund-done')
    const { eventId, target, providerTradeNo, amount, currency } = payment
    const facts = { eventId, target, providerTradeNo, amount, currency, cause: 'unapplied' }
    expect(event.data).toEqual({ ...facts, refundId: closed.id, reference: refund.reference })
  })

  test('of a refundedAt that cannot be is done as of its receipt; the next one, with another reference, is logged as a warning', async () => {
    const { hold, payment } = await openUnapplied()
    const first = refundFor(payment, new Date('2027-11-20T08:00:00.000Z'))
    const second = refundFor(payment, holds.clock.now())
    expect(await outcomeOf(first)).toBe('applied')
    expect(await refundOf(hold.id)).toMatchObject({ status: 'done', done_at: holds.clock.now() })
    expect(await outcomeOf(second)).toBe('contradictory')
    expect(await refundOf(hold.id)).toMatchObject({ reference: first.reference, done_by_id: first.eventId })
    expect(holds.log.find(line => line.eventId === second.eventId)).toMatchObject({ level: 40 })
  })

  test('of a payment that is applied is recorded and logged, and closes the refund of a later cancellation', async () => {
    const { hold, payment } = await openPaid()
    // Before the hold: it counts as of its receipt.
    const refund = refundFor(payment, new Date(0))
    expect(await outcomeOf(refund)).toBe('not_due')
    const received = `select received_at as done_at from ${service}.refund_notification where event_id = $1`
    const [counted] = (await holds.owner.query<{ done_at: Date }>(received, [refund.eventId])).rows
    expect(holds.log.find(line => line.eventId === refund.eventId)).toMatchObject({ level: 40 })
    expect(await stateOf(suite, holds, hold.id)).toMatchObject({ status: suite.open, payment_status: 'paid' })
    expect(await cancelPaid(hold)).toMatchObject({ status: 200 })
    expect(await refundOf(hold.id)).toMatchObject({ status: 'done', reference: refund.reference, ...counted })
    await holds.broker.eventOf(hold.id, `${kind}.cancelled`)
    expect(eventTypesOf(holds, hold.id)).not.toContain('payment.refund-due')
  })

  test.each<[string, (payment: { eventId: string }) => Partial<RefundNotification>, string]>([
    ['another target', () => ({ target: { kind, id: 'another' } }), 'target differs from the payment'],
    ['the eventId of a payment', ({ eventId }) => ({ eventId }), 'eventId was used for another notification'],
    ['an unknown refundId', () => ({ refundId: 'another' }), 'refundId is no refund of this payment'],
  ])('is rejected: %s', async (_, changes, rejected) => {
    const { payment } = await openUnapplied()
    await holds.notify({ ...refundFor(payment, holds.clock.now()), ...changes(payment) })
    const message = await holds.broker.take('payments.rejected')
    expect(message.properties.headers?.['x-rejected-reason']).toBe(`malformed: ${rejected}`)
  })

  test('of an unknown payment is tried again, then parked with the reason', async () => {
    const unknown = { eventId: randomUUID(), target: { kind, id: randomUUID() } }
    await holds.notify(refundFor(unknown, holds.clock.now()))
    const parked = await holds.broker.take(`${kind}.payments.parked`)
    expect(parked.properties.headers).toMatchObject({
      'x-parked-reason': expect.stringMatching(/^failed 3 times, last error: .*There is no payment/),
      'x-source-exchange': 'payments',
      'x-source-routing-key': `payment.notification.${kind}`,
    })
  })

  test('closes the refund that it names; without a name it is ambiguous, until one is due', async () => {
    const { hold, payment } = await openRefundable('1000.00')
    for (const amount of ['300.00', '200.00']) await giveBack(hold, amount)
    const opened = await refundsOf(hold.id)
    const [first, second] = ['300.00', '200.00'].map(amount => opened.find(refund => refund.amount === amount))
    const report = (changes: Partial<RefundNotification> = {}) =>
      outcomeOf({ ...refundFor(payment, holds.clock.now()), ...changes })
    expect(await report()).toBe('ambiguous')
    expect(await refundsOf(hold.id)).toMatchObject([{ status: 'due' }, { status: 'due' }])
    expect(await report({ refundId: String(second?.id), reference: `R-2-${hold.id}` })).toBe('applied')
    expect(await report({ reference: `R-2-${hold.id}` })).toBe('repeated')
    expect(await report({ refundId: String(first?.id), reference: `R-2-${hold.id}` })).toBe('contradictory')
    expect(await report({ reference: `R-1-${hold.id}` })).toBe('applied')
    expect(await report()).toBe('contradictory')
    const references = (await refundsOf(hold.id)).map(({ amount, reference }) => [amount, reference])
    expect(Object.fromEntries(references)).toEqual({ '300.00': `R-1-${hold.id}`, '200.00': `R-2-${hold.id}` })
  })

  test('closes all refunds that it names: one transaction made them', async () => {
    const { hold, payment } = await openRefundable('1000.00')
    for (const amount of ['300.00', '200.00', '100.00']) await giveBack(hold, amount)
    const [first, , third] = await refundsOf(hold.id)
    const report = { ...refundFor(payment, holds.clock.now()), refundIds: [first, third].map(one => String(one?.id)) }
    expect(await outcomeOf(report)).toBe('applied')
    const made = (await refundsOf(hold.id)).filter(({ reference }) => reference === report.reference)
    expect(made.map(({ id }) => id).sort()).toEqual([...report.refundIds].sort())
  })
})
