import { refundSchema } from '@campstore/contract/admin/refunds'
import type { RefundNotification } from '@campstore/contract/messages/payments'
import { lookupKey } from '@campstore/core/lookup-key'
import { type Transaction, transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import { PermanentError } from '@campstore/messaging/failure'
import { addToOutbox } from '@campstore/messaging/outbox'
import { contractJson } from '@campstore/service/contract-json'
import type { Dependencies } from '@campstore/service/dependencies'
import { z } from 'zod'
import { countedAt } from './counted-at.ts'
import { applyGivenBack } from './given-back.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { closeRefund, refundDoneEvent } from './refunds.ts'

const refundOfPayment = refundSchema
  .pick({ id: true, status: true, reference: true, cause: true, amount: true, currency: true })
  .extend({ providerTradeNo: z.string() })
type RefundOfPayment = z.infer<typeof refundOfPayment>

/** Outcome of a recorded refund notification (docs/contract/messages.md#refunds). */
export type RefundOutcome = 'applied' | 'repeated' | 'contradictory' | 'not_due' | 'ambiguous'

/** Stored facts about a notification. */
type Known = {
  /** Whether this notification (`same`) or another one was recorded under its eventId; null if none was. */
  recorded: 'same' | 'other' | null
  /** Whether the eventId is that of a payment or of a failed refund. */
  isOther: boolean
  /** The target of the payment that was given back; null if there is no such payment. */
  paidTarget: string | null
  refunds: RefundOfPayment[]
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
  const { schema } = hold
  const { eventId, target, reference, refundedAt } = notification
  return transaction(deps.database.background, async tx => {
    const locked = await hold.lock(tx, target.id)
    const refundOf = await findFirstReceipt(tx, schema, notification.refundOf)
    // Staff may be deciding about a payment for an unknown target. Under its lock, this sees the refund that they open, or they see this
    // report.
    if (!locked) await lockPayment(tx, schema, refundOf)
    const { recorded, isOther, paidTarget, refunds } = await findKnown(tx, schema, { ...notification, refundOf })
    if (isOther || recorded === 'other') return { rejected: 'malformed: eventId was used for another notification' }
    if (recorded === 'same') {
      // As for a repeated payment.
      await awaitStandby(tx)
      return { outcome: 'repeated' }
    }
    if (paidTarget === null) throw new PermanentError(`There is no payment ${refundOf} that could have been refunded`)
    if (paidTarget !== target.id) return { rejected: 'malformed: target differs from the payment' }
    const named = refundNamedBy(notification, refunds)
    if (named === 'unknown') return { rejected: 'malformed: refundId is no refund of this payment' }
    const now = locked ? deps.databaseClock.instantOf(locked.now) : deps.clock()
    const at = countedAt(refundedAt, now, locked && hold.takenAt(locked.record))
    const made = { reference, by: { type: 'payment', id: eventId }, at } as const
    const closure = typeof named === 'string' ? named : await closeRefund(tx, schema, named.id, made)
    const context = { now, newId: deps.newId }
    if (typeof named !== 'string' && closure === 'done') {
      const { id: refundId, status: _, ...refund } = named
      const done = refundDoneEvent(hold.source, { ...refund, refundId, eventId: refundOf, target, reference }, context)
      await addToOutbox(tx, schema, [done])
    }
    const outcome = closure === 'done' || closure === undefined ? 'applied' : closure
    // A concurrent second delivery fails here once, and then finds the record.
    await tx.query({
      name: `record-refund:${schema}`,
      text: /* sql */ `
      insert into ${schema}.refund_notification
        (event_id, target_id, refund_of, reference, refunded_at, outcome, received_at, refund_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [eventId, target.id, refundOf, reference, refundedAt, outcome, now, notification.refundId],
    })
    if (locked) await applyGivenBack(tx, hold, locked.record, context)
    return { outcome }
  })
}

/**
 * The refund that a notification is about: the one that it names, or has the reference of; else the only one that is due, or the only
 * one that there is.
 *
 * @returns `unknown` if it names a refund of another payment; the outcome where there is none, or it could be about several
 */
function refundNamedBy(
  { refundId, reference }: RefundNotification,
  refunds: readonly RefundOfPayment[],
): RefundOfPayment | 'unknown' | 'not_due' | 'contradictory' | 'ambiguous' {
  if (refundId !== undefined) return refunds.find(({ id }) => id === refundId) ?? 'unknown'
  const made = refunds.find(refund => refund.reference !== null && lookupKey(refund.reference) === lookupKey(reference))
  const due = refunds.filter(({ status }) => status === 'due')
  const [only] = due.length > 0 ? due : refunds
  if (made || due.length === 1 || refunds.length === 1) return made ?? only ?? 'not_due'
  if (refunds.length === 0) return 'not_due'
  return due.length === 0 ? 'contradictory' : 'ambiguous'
}

/** The notification by which a payment was received first, of one that repeats it under another eventId; else the same. */
async function findFirstReceipt(tx: Transaction, schema: string, eventId: string): Promise<string> {
  const { rows } = await tx.query<{ eventId: string }>({
    name: `first-receipt:${schema}`,
    text: /* sql */ `
    select first.event_id as "eventId"
    from ${schema}.payment_notification repeated
    join ${schema}.payment_notification first
      on first.target_id = repeated.target_id
      and shared.lookup_key(first.provider_trade_no) = shared.lookup_key(repeated.provider_trade_no)
    where repeated.event_id = $1 and repeated.outcome = 'repeated' and first.outcome in ('applied', 'unapplied')
    order by first.received_at, first.event_id
    limit 1`,
    values: [eventId],
  })
  return rows[0]?.eventId ?? eventId
}

const lockPayment = (tx: Transaction, schema: string, eventId: string) =>
  tx.query({
    name: `lock-payment:${schema}`,
    text: `select from ${schema}.payment_notification where event_id = $1 for no key update`,
    values: [eventId],
  })

async function findKnown(
  tx: Transaction,
  schema: string,
  { eventId, target, refundOf, reference }: RefundNotification,
): Promise<Known> {
  const { rows } = await tx.query<Known>({
    name: `refund-known:${schema}`,
    text: /* sql */ `
    select
      (
        select case (target_id, refund_of, shared.lookup_key(reference)) = ($3, $2, shared.lookup_key($4)) when true then 'same' else 'other' end
        from ${schema}.refund_notification
        where event_id = $1
      ) as recorded,
      exists (select from ${schema}.payment_notification where event_id = $1)
        or exists (select from ${schema}.refund_failure where event_id = $1) as "isOther",
      (select target_id from ${schema}.payment_notification where event_id = $2) as "paidTarget",
      (
        select coalesce(json_agg(${contractJson('refund', refundOfPayment)}), '[]')
        from ${schema}.refund
        where event_id = $2
      ) as refunds`,
    values: [eventId, refundOf, target.id, reference],
  })
  return rows[0] ?? { recorded: null, isOther: false, paidTarget: null, refunds: [] }
}
