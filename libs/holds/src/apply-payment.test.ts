import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { paymentFor } from '@campstore/testing/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyPayment } from './apply-payment.ts'
import { readHistory } from './history.ts'
import { type Loans, openLoans } from './testing/loans.ts'

// Decisions, 10 and 12. What the services' own states refuse is tested with them.
let loans: Loans
beforeAll(async () => {
  loans = await openLoans()
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
  const outcomes = await Promise.all([1, 2, 3].map(() => payFor(id, { eventId: 'the-same' })))
  expect(outcomes.filter(outcome => outcome === 'repeated')).toHaveLength(2)
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
      ...{ from: 'lent', to: 'lent', at: '2026-11-20T08:00:00.000Z', reason: 'payment failed' },
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
