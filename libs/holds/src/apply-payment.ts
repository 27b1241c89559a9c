import type { EventData } from '@campstore/contract/messages/events'
import type { PaymentNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import { type Queryable, transaction } from '@campstore/database/database'
import { insertInboxEntry } from '@campstore/messaging/inbox'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition } from './hold-definition.ts'
import { createEvent } from './messages.ts'
import { findRecordedPayment, isRepetition, type PaymentOutcome, recordPayment } from './payment-record.ts'

const acceptedCurrency = 'TWD'

/**
 * Applies a payment notification to its booking or order, once per event and under its lock
 * (docs/contract/messages.md#how-a-payment-is-applied). A payment that cannot be applied is recorded and published as
 * `payment.unapplied`, so that it can be refunded.
 *
 * @returns `contradictory`, with nothing changed, when the eventId was used for another payment: it may be somebody's money,
 *   so the caller must not drop it
 */
export async function applyPayment<T extends { id: string }>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  notification: PaymentNotification,
): Promise<PaymentOutcome | 'repeated' | 'contradictory'> {
  const { schema, kind } = hold
  const outcome = await transaction(deps.database.pool, async tx => {
    const isNew = await insertInboxEntry(tx, schema, `${kind}-payments`, notification.eventId)
    // Inbox rows are deleted in time, recorded payments are not.
    const recorded = await findRecordedPayment(tx, schema, notification.eventId)
    if (recorded && !isRepetition(recorded, notification)) return 'contradictory'
    if (recorded || !isNew) return 'repeated'
    const record = await hold.lock(tx, notification.target.id)
    const result =
      notification.type === 'payment.failed'
        ? await processFailure(tx, hold, record, deps.clock())
        : await processSuccess(deps, tx, hold, record, notification)
    await recordPayment(tx, schema, notification, result, deps.clock())
    return result
  })
  deps.signalOutbox()
  return outcome
}

async function processFailure<T extends { id: string }>(
  tx: Queryable,
  hold: HoldDefinition<T>,
  record: T | undefined,
  now: Date,
): Promise<PaymentOutcome> {
  if (!record) return { outcome: 'unapplied', reason: 'unknown_target' }
  await hold.recordPaymentFailure(tx, record, now)
  return { outcome: 'noted', reason: null }
}

async function processSuccess<T extends { id: string }>(
  { clock, newId }: Dependencies,
  tx: Queryable,
  hold: HoldDefinition<T>,
  record: T | undefined,
  notification: PaymentNotification,
): Promise<PaymentOutcome> {
  const now = clock()
  const reason = record ? await reasonAgainst(tx, hold, record, notification) : 'unknown_target'
  if (record && !reason) {
    const { eventId, paidAt } = notification
    await hold.pay(tx, record, { eventId, paidAt: new Date(paidAt), now })
    return { outcome: 'applied', reason: null }
  }
  const unapplied = reason ?? 'unknown_target'
  const data = unappliedEventData(notification, unapplied)
  const event = createEvent(hold.source, notification.target.id, 'payment.unapplied', data, { now, newId })
  await addToOutbox(tx, hold.schema, [event])
  return { outcome: 'unapplied', reason: unapplied }
}

/** Why a payment must not be applied. The state is checked before currency and amount. */
async function reasonAgainst<T extends { id: string }>(
  tx: Queryable,
  hold: HoldDefinition<T>,
  record: T,
  notification: PaymentNotification,
): Promise<UnappliedReason | undefined> {
  const refusal = hold.refusesPayment(record)
  if (refusal) return refusal
  if (notification.currency !== acceptedCurrency) return 'amount_mismatch'
  return (await hold.isDue(tx, record, notification.amount)) ? undefined : 'amount_mismatch'
}

const unappliedEventData = (
  { eventId, target, amount, currency, providerTradeNo }: PaymentNotification,
  reason: UnappliedReason,
): EventData<'payment.unapplied'> => ({ eventId, target, amount, currency, providerTradeNo, reason })
