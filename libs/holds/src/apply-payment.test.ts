import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { paymentFor } from '@campstore/testing/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyPayment } from './apply-payment.ts'
import { readHistory } from './history.ts'
import { createHoldFixture, type HoldFixture } from './testing/hold-fixture.ts'

// Decisions, 10 and 12. What the services' own states refuse is tested with them.
let loans: HoldFixture
beforeAll(async () => {
  loans = await createHoldFixture()
})
afterAll(() => loans.close())

const payFor = (id: string, changes: Partial<PaymentNotification> = {}) =>
  applyPayment(
    loans.held,
    loans.dependencies,
  )({
    ...paymentFor({ kind: 'order', id }, '10.00', loans.clock.now()),
    ...changes,
  })
const mismatch = { amount: '9.00' as PaymentNotification['amount'] }
const unapplied = (reason: string) => ({ outcome: 'unapplied', reason })

test('what is due, in full, is applied', async () => {
  const id = await loans.lend()
  expect(await payFor(id)).toEqual({ outcome: 'applied', reason: null })
  expect(await loans.stateOf(id)).toBe('paid')
})

test('an event is applied once, whoever asks', async () => {
  const id = await loans.lend()
  const same = { eventId: 'the-same', providerTradeNo: 'T-same' }
  const outcomes = await Promise.all([1, 2, 3].map(() => payFor(id, same)))
  expect(outcomes.filter(outcome => outcome === 'repeated')).toHaveLength(2)
})

describe('another payment under an eventId that was used: nothing is done, and it is said that it is another', () => {
  const first = { eventId: '', providerTradeNo: 'T-1', type: 'payment.failed' as const }

  test.each<[string, Partial<PaymentNotification>]>([
    ['it succeeded after all', { type: 'payment.succeeded' }],
    ['for something else', { target: { kind: 'order', id: 'another' } }],
    ['of another amount', mismatch],
    ['of another currency', { currency: 'USD' }],
    ["of another number at the provider's", { providerTradeNo: 'T-2' }],
  ])('%s', async (what, changes) => {
    const id = await loans.lend()
    const told = { ...first, eventId: `of ${what}` }
    expect(await payFor(id, told)).toMatchObject({ outcome: 'noted' })
    expect(await payFor(id, { ...told, ...changes })).toBe('contradictory')
    expect(await payFor(id, told)).toBe('repeated')
    expect(await loans.stateOf(id)).toBe('lent')
  })

  test('also long after, when its inbox row is gone', async () => {
    const id = await loans.lend()
    await payFor(id, { ...first, eventId: 'of long ago' })
    await loans.owner.query(`delete from library.inbox where message_id = 'of long ago'`)
    expect(await payFor(id, { eventId: 'of long ago', providerTradeNo: 'T-1' })).toBe('contradictory')
  })
})

describe('not applied', () => {
  test.each<[string, string, Partial<PaymentNotification>, string]>([
    ['another amount', 'lent', mismatch, 'amount_mismatch'],
    ['another currency, though the number is right', 'lent', { currency: 'USD' }, 'amount_mismatch'],
    ['over: judged before the amount', 'back', mismatch, 'cancelled'],
    ['over: judged before the currency', 'back', { currency: 'USD' }, 'cancelled'],
    ['paid: judged before the amount', 'paid', mismatch, 'already_paid'],
  ])('%s', async (_, state, changes, reason) => {
    const id = await loans.lend({ state })
    expect(await payFor(id, changes)).toEqual(unapplied(reason))
    expect(await loans.stateOf(id)).toBe(state)
  })

  test('what nobody knows; it is told under the id that was named, by the service that was asked', async () => {
    expect(await payFor('lost')).toEqual(unapplied('unknown_target'))
    const { rows } = await loans.owner.query(`select body from library.outbox where subject = 'lost'`)
    expect(rows).toMatchObject([
      { body: { type: 'payment.unapplied', source: '/campstore/library', data: { reason: 'unknown_target' } } },
    ])
  })
})

test('a failed payment is noted in the history, and the next one may succeed', async () => {
  const id = await loans.lend()
  expect(await payFor(id, { type: 'payment.failed' })).toEqual({ outcome: 'noted', reason: null })
  expect(await readHistory(loans.owner, loans.held, id)).toEqual([
    {
      from: 'lent',
      to: 'lent',
      at: '2026-11-20T08:00:00.000Z',
      reason: 'payment failed',
      actor: { type: 'payment', id: null },
    },
  ])
  expect(await payFor(id)).toMatchObject({ outcome: 'applied' })
})

test('every notification is kept as it came, with what was made of it', async () => {
  const id = await loans.lend()
  await payFor(id, { ...mismatch, providerTradeNo: 'T-1' })
  const { rows } = await loans.owner.query('select * from library.payment_notification where target_id = $1', [id])
  expect(rows).toMatchObject([{ amount: '9.00', provider_trade_no: 'T-1', ...unapplied('amount_mismatch') }])
})
