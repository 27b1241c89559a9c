import type { RefundNotification } from '@campstore/contract/messages/payments'
import { type Transaction, transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import { PermanentError } from '@campstore/messaging/failure'
import type { Dependencies } from '@campstore/service/dependencies'
import { countedAt } from './counted-at.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { closeRefund } from './refunds.ts'

/** Outcome of a recorded refund notification (docs/contract/messages.md#refunds). */
export type RefundOutcome = 'applied' | 'repeated' | 'contradictory' | 'not_due'

/** The fields by which a redelivered notification is recognised. */
type RecordedRefund = { targetId: string; refundOf: string; reference: string }

/** Stored facts about a notification, read before the target is locked. */
type Known = {
  earlier: RecordedRefund | null
  isPayment: boolean
  /** The target of the payment that was given back; null if there is no such payment. */
  paidTarget: string | null
}

/**
 * Closes the refund that the payment service reports, once per event and under the lock of the booking or order, so that a
 * concurrent cancellation sees it (docs/contract/messages.md#refunds).
 *
 * @returns the outcome, or why the notification is rejected: `x-rejected-reason`
 * @throws {PermanentError} for an unknown payment, which may still be in transit
 */
export function applyRefund<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  notification: RefundNotification,
): Promise<{ outcome: RefundOutcome } | { rejected: string }> {
  const { eventId, target, refundOf, reference, refundedAt } = notification
  return transaction(deps.database.background, async tx => {
    const { earlier, isPayment, paidTarget } = await findKnown(tx, hold.schema, notification)
    if (isPayment || (earlier && !isRepetition(earlier, notification)))
      return { rejected: 'malformed: eventId was used for another notification' }
    if (earlier) {
      // As for a repeated payment.
      await awaitStandby(tx)
      return { outcome: 'repeated' }
    }
    if (paidTarget === null) throw new PermanentError(`There is no payment ${refundOf} that could have been refunded`)
    if (paidTarget !== target.id) return { rejected: 'malformed: target differs from the payment' }
    const locked = await hold.lock(tx, target.id)
    const now = locked ? deps.databaseClock.instantOf(locked.now) : deps.clock()
    const at = countedAt(refundedAt, now, locked && hold.takenAt(locked.record))
    const made = { reference, by: { type: 'payment', id: eventId }, at } as const
    const id = await findRefund(tx, hold.schema, refundOf)
    const closure = id === undefined ? 'not_due' : await closeRefund(tx, hold.schema, id, made)
    const outcome = closure === 'done' || closure === undefined ? 'applied' : closure
    await recordRefund(tx, hold.schema, notification, outcome, now)
    return { outcome }
  })
}

const isRepetition = (recorded: RecordedRefund, { target, refundOf, reference }: RefundNotification): boolean =>
  recorded.targetId === target.id && recorded.refundOf === refundOf && recorded.reference === reference

async function findKnown(tx: Transaction, schema: string, { eventId, refundOf }: RefundNotification): Promise<Known> {
  const { rows } = await tx.query<Known>({
    name: `refund-known:${schema}`,
    text: /* sql */ `
    select
      (
        select json_build_object('targetId', target_id, 'refundOf', refund_of, 'reference', reference)
        from ${schema}.refund_notification
        where event_id = $1
      ) as earlier,
      exists (select from ${schema}.payment_notification where event_id = $1) as "isPayment",
      (select target_id from ${schema}.payment_notification where event_id = $2) as "paidTarget"`,
    values: [eventId, refundOf],
  })
  return rows[0] ?? { earlier: null, isPayment: false, paidTarget: null }
}

async function findRefund(tx: Transaction, schema: string, paymentId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    name: `refund-of-payment:${schema}`,
    text: `select id from ${schema}.refund where event_id = $1`,
    values: [paymentId],
  })
  return rows[0]?.id
}

/** Records a notification with its outcome. A concurrent second delivery fails here once, and then finds the record. */
async function recordRefund(
  tx: Transaction,
  schema: string,
  { eventId, target, refundOf, reference, refundedAt }: RefundNotification,
  outcome: RefundOutcome,
  now: Date,
): Promise<void> {
  await tx.query({
    name: `record-refund:${schema}`,
    text: /* sql */ `
    insert into ${schema}.refund_notification
      (event_id, target_id, refund_of, reference, refunded_at, outcome, received_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [eventId, target.id, refundOf, reference, refundedAt, outcome, now],
  })
}
