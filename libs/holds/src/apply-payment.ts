import type { PaymentNotification, RefundedReason } from '@campstore/contract/messages/payments'
import { type Transaction, transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import { insertInboxEntry } from '@campstore/messaging/inbox'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { Dependencies } from '@campstore/service/dependencies'
import { applyTransition } from './apply-transition.ts'
import { countedAt } from './counted-at.ts'
import { noteInHistory } from './history.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { refusesPayment } from './lifecycle.ts'
import { createEvent } from './messages.ts'
import {
  findRecorded,
  hasAnotherAmount,
  isAmountDue,
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
    const isNew = await insertInboxEntry(tx, schema, `${kind}-payments`, eventId)
    // Inbox rows are deleted eventually, recorded payments never.
    const recorded = await findRecorded(tx, schema, notification)
    if (recorded === 'same' || (!recorded && !isNew)) {
      await awaitStandby(tx)
      return 'repeated'
    }
    const locked = await hold.lock(tx, target.id)
    const record = locked?.record
    const now = locked ? deps.databaseClock.instantOf(locked.now) : deps.clock()
    // An unknown target has no history.
    const note = async (reason: string) =>
      record && noteInHistory(tx, hold, record, { at: now, actor: { type: 'payment', id: eventId }, reason })
    if (recorded === 'other') {
      await note('payment rejected: its eventId was used for another payment')
      return 'contradictory'
    }
    const paidAt = countedAt(reportedPaidAt, now, record && hold.takenAt(record))
    if (paidAt.getTime() !== Date.parse(reportedPaidAt)) countedPaidAt = paidAt
    const result = await outcomeOf(deps, tx, hold, record, { ...notification, now, countedPaidAt: paidAt })
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

async function outcomeOf<T extends HoldRecord>(
  { newId }: Dependencies,
  tx: Transaction,
  hold: HoldDefinition<T>,
  record: T | undefined,
  { now, countedPaidAt: paidAt, ...notification }: PaymentNotification & { now: Date; countedPaidAt: Date },
): Promise<PaymentOutcome> {
  if (notification.type === 'payment.failed')
    return record ? { outcome: 'noted', reason: null } : { outcome: 'unapplied', reason: 'unknown_target' }
  const use = await useOfTradeNumber(tx, hold.schema, notification)
  if (use === 'same target') return { outcome: 'repeated', reason: null }
  if (use === 'other target') return { outcome: 'unapplied', reason: 'trade_number_used' }
  const reason = record ? await reasonAgainst(tx, hold, record, { ...notification, now }) : 'unknown_target'
  if (reason) {
    const data = { ...notification, reason }
    const event = createEvent(hold.source, notification.target.id, 'payment.unapplied', data, { now, newId })
    await addToOutbox(tx, hold.schema, [event])
    return { outcome: 'unapplied', reason }
  }
  const actor = { type: 'payment', id: notification.eventId } as const
  const paid = record && (await applyTransition(tx, hold, record, { trigger: 'pay', actor, now, newId, paidAt }))
  if (!paid) throw new Error(`The state machine refuses the payment of ${hold.kind} ${notification.target.id}`)
  return { outcome: 'applied', reason: null }
}

/** Why a payment must not be applied. The state is checked before currency and amount. */
async function reasonAgainst<T extends HoldRecord>(
  tx: Transaction,
  hold: HoldDefinition<T>,
  record: T,
  { amount, currency, now }: Pick<PaymentNotification, 'amount' | 'currency'> & { now: Date },
): Promise<RefundedReason | undefined> {
  const refusal = refusesPayment(hold, record, now)
  if (refusal) return refusal
  const isDue = currency === acceptedCurrency && (await isAmountDue(tx, hold, record, amount))
  return isDue ? undefined : 'amount_mismatch'
}
