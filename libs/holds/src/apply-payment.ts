import type { EventData } from '@campstore/contract/messages/events'
import type { PaymentNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import { type Queryable, transaction } from '@campstore/database/database'
import { insertInboxEntry } from '@campstore/messaging/inbox'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition } from './hold-definition.ts'
import { createEvent } from './messages.ts'
import { findRecorded, isRepetition, type PaymentOutcome, recordPayment } from './payment-record.ts'

const currency = 'TWD'

/**
 * Applies what the payment service tells of a booking or order, once per event and under its lock (decisions.md, 10). What
 * cannot be applied is recorded and told as `payment.unapplied`, so that it can be refunded; nothing is lost.
 *
 * @returns `contradictory`, with nothing done, when another payment was told under this eventId before: it may be somebody's
 *   money, so whoever asks must not drop it
 */
export const applyPayment =
  <Thing extends { id: string }>(held: HoldDefinition<Thing>, dependencies: Dependencies) =>
  async (notification: PaymentNotification): Promise<PaymentOutcome | 'repeated' | 'contradictory'> => {
    const { schema, kind } = held
    const outcome = await transaction(dependencies.database.pool, async tx => {
      const isFirst = await insertInboxEntry(tx, schema, `${kind}-payments`, notification.eventId)
      // The inbox forgets in time, the record of payments does not.
      const recorded = await findRecorded(tx, schema, notification.eventId)
      if (recorded && !isRepetition(recorded, notification)) return 'contradictory'
      if (recorded || !isFirst) return 'repeated'
      const thing = await held.lock(tx, notification.target.id)
      const decided =
        notification.type === 'payment.failed'
          ? await noteFailure(tx, held, thing, dependencies.clock())
          : await settle(tx, held, thing, notification, dependencies)
      await recordPayment(tx, schema, notification, decided, dependencies.clock())
      return decided
    })
    dependencies.signalOutbox()
    return outcome
  }

async function noteFailure<Thing extends { id: string }>(
  tx: Queryable,
  held: HoldDefinition<Thing>,
  thing: Thing | undefined,
  now: Date,
): Promise<PaymentOutcome> {
  if (!thing) return { outcome: 'unapplied', reason: 'unknown_target' }
  await held.recordPaymentFailure(tx, thing, now)
  return { outcome: 'noted', reason: null }
}

async function settle<Thing extends { id: string }>(
  tx: Queryable,
  held: HoldDefinition<Thing>,
  thing: Thing | undefined,
  notification: PaymentNotification,
  { clock, newId }: Dependencies,
): Promise<PaymentOutcome> {
  const now = clock()
  const reason = thing && (await reasonAgainst(tx, held, thing, notification))
  if (thing && !reason) {
    const { eventId, paidAt } = notification
    await held.pay(tx, thing, { eventId, paidAt: new Date(paidAt), now })
    return { outcome: 'applied', reason: null }
  }
  const unapplied = reason ?? 'unknown_target'
  const event = unappliedEvent(notification, unapplied)
  const message = createEvent(held.source, notification.target.id, 'payment.unapplied', event, { now, newId })
  await addToOutbox(tx, held.schema, [message])
  return { outcome: 'unapplied', reason: unapplied }
}

/** Why a payment must not be applied: the state is judged before currency and amount (decisions.md, 12). */
async function reasonAgainst<Thing extends { id: string }>(
  tx: Queryable,
  held: HoldDefinition<Thing>,
  thing: Thing,
  notification: PaymentNotification,
): Promise<UnappliedReason | undefined> {
  const refusal = held.refusesPayment(thing)
  if (refusal) return refusal
  if (notification.currency !== currency) return 'amount_mismatch'
  return (await held.isDue(tx, thing, notification.amount)) ? undefined : 'amount_mismatch'
}

const unappliedEvent = (
  { eventId, target, amount, currency, providerTradeNo }: PaymentNotification,
  reason: UnappliedReason,
): EventData<'payment.unapplied'> => ({ eventId, target, amount, currency, providerTradeNo, reason })
