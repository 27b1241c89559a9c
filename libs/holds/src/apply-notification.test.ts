import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { paymentFor } from '@campstore/testing/payments'
import { expect, test } from 'vitest'
import { applyNotification } from './apply-notification.ts'
import { readHistory } from './history.ts'
import type { Payment } from './money/account.ts'
import { useHolds } from './testing/hold-fixture.ts'

const holds = useHolds()

// docs/contract/messages.md#how-a-payment-is-applied. The services' tests cover their own states.
async function pay(id: string, changes: Partial<PaymentNotification> = {}) {
  const payment = { ...paymentFor({ kind: 'order', id }, '10.00', holds.clock.now()), ...changes }
  const result = await applyNotification(holds.deps, holds.definition, payment)
  if (typeof result === 'string' || 'rejected' in result) return result
  const [{ outcome, reason }] = result.account.payments.slice(-1) as [Payment]
  return { outcome, reason }
}
const mismatch = { amount: '9.00' as PaymentNotification['amount'] }
const contradictory = { rejected: 'malformed: eventId was used for another payment' }
const unapplied = (reason: string) => ({ outcome: 'unapplied', reason })

const first = { eventId: 'used', providerTradeNo: 'T-1', type: 'payment.failed' as const }

test.for<[string, Partial<PaymentNotification>]>([
  ['it succeeded', { type: 'payment.succeeded' }],
  ['for another target', { target: { kind: 'order', id: 'another' } }],
  ['of another amount', mismatch],
  ['in another currency', { currency: 'USD' }],
  ['with another trade number', { providerTradeNo: 'T-2' }],
])('a used eventId is for no other payment: %s', async ([, changes]) => {
  const id = await holds.add()
  expect(await pay(id, first)).toMatchObject({ outcome: 'noted' })
  expect(await pay(id, { ...first, ...changes })).toEqual(contradictory)
  expect(await pay(id, first)).toBe('repeated')
  const rejected = 'payment rejected: its eventId was used for another payment'
  const entries = (await readHistory(holds.owner, holds.definition, id)).map(({ reason }) => reason)
  // The other target does not exist, so it has no history.
  expect(entries).toEqual(changes.target ? ['payment failed'] : ['payment failed', rejected])
  expect(await holds.stateOf(id)).toBe('open')
})

test('a payment under the eventId of another notification is rejected', async () => {
  const id = await holds.add()
  await holds.owner.query(`insert into test_hold.refund_failure values ('used', 'r', $1, 'closed', 'applied', now())`, [
    id,
  ])
  const rejected = { rejected: 'malformed: eventId was used for another notification' }
  expect(await pay(id, { eventId: 'used' })).toEqual(rejected)
})

test.for<[string, string, Partial<PaymentNotification>, string]>([
  ['of another amount', 'open', mismatch, 'amount_mismatch'],
  ['in another currency', 'open', { currency: 'USD' }, 'amount_mismatch'],
  ['for a cancelled hold, checked before the amount', 'cancelled', mismatch, 'cancelled'],
  ['for a cancelled hold, checked before the currency', 'cancelled', { currency: 'USD' }, 'cancelled'],
  ['for a paid hold, checked before the amount', 'paid', mismatch, 'already_paid'],
])('a payment is not applied %s', async ([, state, changes, reason]) => {
  const id = await holds.add({ state })
  expect(await pay(id, changes)).toEqual(unapplied(reason))
  expect(await holds.stateOf(id)).toBe(state)
  expect(await readHistory(holds.owner, holds.definition, id)).toMatchObject([
    { from: state, to: state, reason: `payment unapplied: ${reason}`, actor: { type: 'payment' } },
  ])
})

// docs/contract/messages.md#when-it-was-paid
const receipt = '2026-11-20T08:00:00.000Z'

test.for<[string, string, string]>([
  ['five minutes after the receipt', '2026-11-20T08:05:00.000Z', '2026-11-20T08:05:00.000Z'],
  ['later than that', '2026-11-20T08:05:00.001Z', receipt],
  ['Taipei time written as UTC', '2026-11-20T15:59:59Z', receipt],
  ['the second in which the hold was taken', '2026-11-20T07:50:00.000Z', '2026-11-20T07:50:00.000Z'],
  ['earlier than the hold', '2026-11-20T07:49:59.999Z', receipt],
  ['the year 1', '0001-01-01T00:00:00Z', receipt],
])(
  'a paidAt that cannot be is applied, counts as of the receipt, and is kept and logged: %s: %s counts as %s',
  async ([, paidAt, counted]) => {
    const id = await holds.add()
    expect(await pay(id, { paidAt })).toMatchObject({ outcome: 'applied' })
    const sql = 'select paid_at, reported_paid_at from test_hold.payment_notification where target_id = $1'
    const { rows } = await holds.owner.query(sql, [id])
    const isKept = counted !== receipt
    expect(rows).toEqual([{ paid_at: new Date(counted), reported_paid_at: isKept ? null : new Date(paidAt) }])
    const warned = holds.log.filter(({ level }) => level === 'warn')
    expect(warned).toMatchObject(isKept ? [] : [{ orderId: id, reportedPaidAt: paidAt, countedPaidAt: counted }])
  },
)
