import type { PaymentNotification, RefundFailure, RefundNotification } from '@campstore/contract/messages/payments'
import { transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import { PermanentError } from '@campstore/messaging/failure'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldKind, HoldRecord } from './hold-definition.ts'
import { refusesPayment } from './lifecycle.ts'
import type { RefundOutcome } from './money/account.ts'
import { isAmountDue, moveMoneyOf } from './money/move-money.ts'
import type { MoneyEvent, Step } from './money/step.ts'

/** What the payment service publishes: a payment, a refund that it made, or one that it could not make. */
export type Notification = PaymentNotification | RefundNotification | RefundFailure

/**
 * Applies a notification of the payment service to its booking or order, once per event and under its lock
 * (docs/contract/messages.md#how-a-payment-is-applied, #refunds, #failed-refunds). A repetition waits for the standby, which may not have
 * the first transaction yet. Throws PermanentError for a refund of an unknown payment, which may still be in transit. Returns
 * the step, with its entries; `repeated`; or why the notification is rejected: `x-rejected-reason`.
 */
export async function applyNotification<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  notification: Notification,
): Promise<Step | 'repeated' | { rejected: string }> {
  const { databaseClock, clock, newId } = deps
  const { id } = notification.target
  const result = await transaction(deps.database.background, async tx => {
    const locked = await hold.lock(tx, id)
    const record = locked?.record
    const now = locked ? databaseClock.instantOf(locked.now) : clock()
    const refusal = record && refusesPayment(hold, record, now)
    const isAwaited = record && !refusal && notification.type === 'payment.succeeded'
    const due = isAwaited ? await isAmountDue(tx, hold, record, notification) : false
    const moving = { refusal, isAmountDue: due, now, newId }
    const { result } = await moveMoneyOf(tx, hold, { id, record }, eventOf(notification, newId()), moving)
    if ('refusal' in result && result.refusal === 'repeated') await awaitStandby(tx)
    return result
  })
  if ('refusal' in result && result.refusal === 'malformed') return { rejected: result.reason }
  const outcome = 'actions' in result ? result : result.refusal === 'repeated' && result.refusal
  // The payment may still be in transit.
  if (!outcome) throw new PermanentError(`There is no payment that ${notification.eventId} could have given back`)
  deps.signalOutbox()
  logNotification(deps, hold.kind, notification, outcome)
  return outcome
}

function eventOf(notification: Notification, refundId: string): MoneyEvent {
  if (notification.type === 'payment.refunded') return { type: 'refund reported', notification }
  if (notification.type === 'payment.refund-failed') return { type: 'refund failed', notification }
  return { type: 'payment received', notification, refundId }
}

/** A warning where the money may have been paid or given back twice, not at all, or for something that is still paid. */
function logNotification(
  { log }: Pick<Dependencies, 'log'>,
  kind: HoldKind,
  notification: Notification,
  result: Step | 'repeated',
): void {
  const { eventId, target, type } = notification
  const isNoted = result !== 'repeated' && result.entries.some(({ entry }) => entry === 'noted')
  const about = { eventId, type, [`${kind}Id`]: target.id }
  if (result === 'repeated') log.info({ ...about, outcome: result }, 'Payment notification processed')
  for (const entry of result === 'repeated' ? [] : result.entries) {
    if (entry.entry === 'payment') {
      const { outcome, reason, amount, paidAt, reportedPaidAt } = entry
      const fields = { ...about, outcome, reason }
      if (outcome === 'unapplied') log.warn(fields, 'Payment unapplied')
      else log.info(fields, 'Payment notification processed')
      if (reportedPaidAt !== null)
        log.warn(
          { ...about, reportedPaidAt, countedPaidAt: paidAt },
          'Payment with an impossible paidAt: it counts as of its receipt. Check clock and time zone of the payment service',
        )
      if (outcome === 'repeated' && isNoted)
        log.warn(
          { ...about, amount },
          'Payment repeated with another amount, nothing is changed. Ask the payment service which amount was paid',
        )
    }
    if (entry.entry === 'refund failed') log.warn({ ...about, ...entry }, 'Refund failed at the payment provider')
    if (entry.entry === 'refund reported') {
      const { outcome, refundOf, reference } = entry
      const level = outcome === 'applied' || outcome === 'repeated' ? 'info' : 'warn'
      log[level]({ ...about, outcome, refundOf, reference }, refundLogs[outcome])
    }
  }
}

const refundLogs: Record<RefundOutcome, string> = {
  applied: 'Refund notification processed',
  repeated: 'Refund notification processed',
  contradictory: 'Refund contradicts the record: npm run audit lists it',
  not_due: 'Refund reported for a payment with no refund due',
  ambiguous: 'Refund reported without its refundId, and several of the payment are due: record which one was made',
}
