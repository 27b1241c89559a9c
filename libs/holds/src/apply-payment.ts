import { eventDataSchemas } from '@campstore/contract/messages/events'
import type { PaymentNotification, RefundedReason } from '@campstore/contract/messages/payments'
import { present } from '@campstore/contract/present'
import { type Transaction, transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import { insertInboxEntry } from '@campstore/messaging/inbox'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { Dependencies } from '@campstore/service/dependencies'
import { applyTransition } from './apply-transition.ts'
import { countedAt } from './counted-at.ts'
import { appendStatusHistory } from './history.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { refusesPayment } from './lifecycle.ts'
import { createEvent } from './messages.ts'
import { isAmountDue } from './payment-attempts.ts'
import {
  findRecordedPayment,
  hasAnotherAmount,
  isRepetition,
  type PaymentOutcome,
  recordPayment,
  useOfTradeNumber,
} from './payment-record.ts'

const acceptedCurrency = 'TWD'

/**
 * Applies a payment notification to its booking or order, once per event and under its lock
 * (docs/contract/messages.md#how-a-payment-is-applied). A payment that cannot be applied is recorded, also in the status
 * history, and published as `payment.unapplied`; the database opens its refund in the same transaction. A provider number that
 * came before is the same money: nothing is applied, published or refunded; another amount is noted. An impossible `paidAt` is
 * logged, and the receipt counts instead. A repetition waits for the standby, which may not have the first transaction yet.
 *
 * @returns `contradictory`, with nothing changed but the status history, when the eventId was used for another payment: it may
 *   be someone's money, so the caller must not drop it
 */
export async function applyPayment<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  notification: PaymentNotification,
): Promise<PaymentOutcome | 'repeated' | 'contradictory'> {
  const { schema, kind } = hold
  const { eventId, target, paidAt: reportedPaidAt } = notification
  let countedPaidAt: Date | undefined
  let isCorrection = false
  const outcome = await transaction(deps.database.background, async tx => {
    const isNew = await insertInboxEntry(tx, schema, `${kind}-payments`, notification.eventId)
    // Inbox rows are deleted eventually, recorded payments never.
    const recorded = await findRecordedPayment(tx, schema, notification.eventId)
    const isContradictory = recorded !== undefined && !isRepetition(recorded, notification)
    if (!isContradictory && (recorded || !isNew)) {
      await awaitStandby(tx)
      return 'repeated'
    }
    const locked = await hold.lock(tx, notification.target.id)
    const record = locked?.record
    const now = locked ? deps.databaseClock.instantOf(locked.now) : deps.clock()
    const note = (reason: string) => noteInHistory(tx, hold, record, { eventId: notification.eventId, reason, at: now })
    if (isContradictory) {
      await note('payment rejected: its eventId was used for another payment')
      return 'contradictory'
    }
    const paidAt = countedAt(reportedPaidAt, now, record && hold.takenAt(record))
    if (paidAt.getTime() !== Date.parse(reportedPaidAt)) countedPaidAt = paidAt
    const result =
      notification.type === 'payment.failed'
        ? processFailure(record)
        : await processSuccess(deps, tx, hold, record, { ...notification, now, countedPaidAt: paidAt })
    if (result.outcome === 'noted') await note('payment failed')
    if (result.outcome === 'unapplied') await note(`payment unapplied: ${result.reason}`)
    isCorrection = result.outcome === 'repeated' && (await hasAnotherAmount(tx, schema, notification))
    if (isCorrection) await note('payment repeated with another amount: nothing is changed')
    await recordPayment(tx, schema, notification, result, { receivedAt: now, countedPaidAt })
    return result
  })
  deps.signalOutbox()
  if (countedPaidAt)
    deps.log.warn(
      { eventId, reportedPaidAt, countedPaidAt, [`${kind}Id`]: target.id },
      'Payment with an impossible paidAt: it counts as of its receipt. Check clock and time zone of the payment service',
    )
  if (isCorrection)
    deps.log.warn(
      { eventId, amount: notification.amount, [`${kind}Id`]: target.id },
      'Payment repeated with another amount, nothing is changed. Ask the payment service which amount was paid',
    )
  return outcome
}

/** Adds an entry about a payment that changes nothing else; an unknown target has no history. */
async function noteInHistory<T extends HoldRecord>(
  tx: Transaction,
  hold: HoldDefinition<T>,
  record: T | undefined,
  { eventId, reason, at }: { eventId: string; reason: string; at: Date },
): Promise<void> {
  if (!record) return
  const { id, status } = record
  const actor = { type: 'payment', id: eventId } as const
  await appendStatusHistory(tx, hold, { id, from: status, to: status, at, reason, actor })
}

const processFailure = (record: HoldRecord | undefined): PaymentOutcome =>
  record ? { outcome: 'noted', reason: null } : { outcome: 'unapplied', reason: 'unknown_target' }

async function processSuccess<T extends HoldRecord>(
  { newId }: Dependencies,
  tx: Transaction,
  hold: HoldDefinition<T>,
  record: T | undefined,
  { now, countedPaidAt: paidAt, ...notification }: PaymentNotification & { now: Date; countedPaidAt: Date },
): Promise<PaymentOutcome> {
  const use = await useOfTradeNumber(tx, hold.schema, notification)
  if (use === 'same target') return { outcome: 'repeated', reason: null }
  if (use === 'other target') return { outcome: 'unapplied', reason: 'trade_number_used' }
  const reason = record ? await reasonAgainst(tx, hold, record, { ...notification, now }) : 'unknown_target'
  if (record && !reason) {
    const actor = { type: 'payment', id: notification.eventId } as const
    const paid = await applyTransition(tx, hold, record, { trigger: 'pay', actor, now, newId, paidAt })
    if (!paid) throw new Error(`The state machine refuses the payment of ${hold.kind} ${record.id} (${record.status})`)
    return { outcome: 'applied', reason: null }
  }
  const unapplied = reason ?? 'unknown_target'
  const data = present(eventDataSchemas['payment.unapplied'], notification, { reason: unapplied })
  const event = createEvent(hold.source, notification.target.id, 'payment.unapplied', data, { now, newId })
  await addToOutbox(tx, hold.schema, [event])
  return { outcome: 'unapplied', reason: unapplied }
}

/** Why a payment must not be applied. The state is checked before currency and amount. */
async function reasonAgainst<T extends HoldRecord>(
  tx: Transaction,
  hold: HoldDefinition<T>,
  record: T,
  notification: PaymentNotification & { now: Date },
): Promise<RefundedReason | undefined> {
  const refusal = refusesPayment(hold, record, notification.now)
  if (refusal) return refusal
  if (notification.currency !== acceptedCurrency) return 'amount_mismatch'
  return (await isAmountDue(tx, hold, record, notification.amount)) ? undefined : 'amount_mismatch'
}
