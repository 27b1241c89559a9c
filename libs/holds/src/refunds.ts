import { ApiError, errorAt, validationError } from '@campstore/contract/errors'
import type { EventData } from '@campstore/contract/messages/events'
import { text } from '@campstore/contract/texts/text'
import { exact, type Money, money, sameAmount, wholeTwd } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable, Transaction } from '@campstore/database/database'
import { addToOutbox, type OutboxMessage } from '@campstore/messaging/outbox'
import { countedAt } from './counted-at.ts'
import type { HoldDefinition, HoldRecord, HoldRecords } from './hold-definition.ts'
import { createEvent } from './messages.ts'

/** A new refund with the payment that it gives back, null for cash, with the names of its event. */
type RefundDue = { eventId: string | null; amount: Money; currency: string; providerTradeNo: string }

type MadeRefund = {
  reference: string
  note?: string | undefined
  by: { type: 'admin' | 'payment'; id: string }
  at: Date | string
}

/**
 * The outcome of a reported refund: `done` now; done before with the same reference (`repeated`); done with another reference,
 * or another refund has this one (`contradictory`).
 */
export type RefundClosure = 'done' | 'repeated' | 'contradictory'

/**
 * Records that a refund was made, unless it was before (docs/contract/admin.md#refunds).
 *
 * @returns undefined for an unknown id
 */
export async function closeRefund(
  tx: Transaction,
  schema: string,
  id: string,
  { reference, note, by, at }: MadeRefund,
): Promise<RefundClosure | undefined> {
  const { rows } = await tx.query<{ closure: RefundClosure | null }>({
    name: `close-refund:${schema}`,
    text: `select ${schema}.close_refund($1, $2, $3, $4, $5, $6) as closure`,
    values: [id, reference, note ?? null, by.type, by.id, at],
  })
  return rows[0]?.closure ?? undefined
}

/** The event of a refund that was made, for the outbox of the service that records it. */
export const refundDoneEvent = (
  source: string,
  refund: EventData<'payment.refund-done'>,
  context: { now: Date; newId: NewId },
): OutboxMessage => createEvent(source, refund.target.id, 'payment.refund-done', refund, context)

/**
 * The outcome of a correction: the reference is another one now (`corrected`); the refund was not made yet (`due`); the payment service
 * has reported the present reference (`reported`); another refund has the new one (`contradictory`).
 */
type RefundCorrection = 'corrected' | 'due' | 'reported' | 'contradictory'

/**
 * Corrects the reference of a refund that was made, and its note where there is a new one (docs/contract/admin.md#refunds).
 *
 * @returns undefined for an unknown id
 */
export async function correctRefund(
  tx: Transaction,
  schema: string,
  id: string,
  { reference, note }: Pick<MadeRefund, 'reference' | 'note'>,
): Promise<RefundCorrection | undefined> {
  const { rows } = await tx.query<{ correction: RefundCorrection | null }>({
    name: `correct-refund:${schema}`,
    text: `select ${schema}.correct_refund($1, $2, $3) as correction`,
    values: [id, reference, note ?? null],
  })
  return rows[0]?.correction ?? undefined
}

/** The causes of refunds that staff open; the database opens refunds of unapplied payments. */
export type StaffRefundCause = 'cancelled' | 'returned' | 'changed' | 'goodwill'

/**
 * The amount that may still be given back for a locked record: the payment that was applied, or the cash that was
 * collected, less all refunds of it, due or done; 0.00 for an unpaid record (docs/contract/admin.md#refunds).
 */
export async function refundableOf<T extends HoldRecord>(
  database: Queryable,
  { schema, costOf, paidInCash }: Pick<HoldDefinition<T>, 'schema' | 'costOf' | 'paidInCash'>,
  record: T,
): Promise<Money> {
  if (record.paymentStatus === 'unpaid') return money(0)
  const cost = costOf(record)
  const { rows } = await database.query<{ refundable: Money }>({
    name: `refundable:${schema}`,
    text: /* sql */ `
    select (
      coalesce((select amount from ${schema}.payment_notification where target_id = $1 and outcome = 'applied'), $2)
      - (select coalesce(sum(amount), 0) from ${schema}.refund where target_id = $1 and cause <> 'unapplied')
    )::numeric(12, 2) as refundable`,
    values: [record.id, paidInCash?.(record) ? wholeTwd(cost) : cost],
  })
  return rows[0]?.refundable ?? money(0)
}

/**
 * The amount to give back of a locked record: the requested amount, or all that is {@link refundableOf} it.
 *
 * @param path the field of the request with the amount
 * @throws {ApiError} VALIDATION_ERROR for more than that
 */
export async function requireRefundable<T extends HoldRecord>(
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'schema' | 'costOf' | 'paidInCash'>,
  record: T,
  requested: Money | undefined,
  path = 'refundAmount',
): Promise<Money> {
  const limit = await refundableOf(tx, hold, record)
  if (requested !== undefined && exact(requested).greaterThan(exact(limit)))
    throw validationError([{ path, reason: text('must.beAtMost', { limit }) }])
  return requested ?? limit
}

/**
 * Refuses to cancel a cancelled record again with another amount to give back.
 *
 * @throws {ApiError} CONFLICT that shows the amount of the refund
 */
export async function requireSameRefund(
  tx: Transaction,
  { schema }: HoldRecords,
  { id, paymentStatus }: Pick<HoldRecord, 'id' | 'paymentStatus'>,
  requested: Money | undefined,
): Promise<void> {
  if (requested === undefined || paymentStatus === 'unpaid') return
  const { rows } = await tx.query<{ amount: Money }>({
    name: `refund-of-cancelled:${schema}`,
    text: `select amount from ${schema}.refund where target_id = $1 and cause = 'cancelled'`,
    values: [id],
  })
  const amount = rows[0]?.amount ?? money(0)
  if (!sameAmount(amount, requested))
    throw errorAt('CONFLICT', 'refundAmount', text('refund.amount', { amount }), text('refund.cancelledWith'))
}

type NewRefund = {
  cause: StaffRefundCause
  /** In the administrator's words; for a cancellation as the status history has them. */
  reason: string | undefined
  amount: Money
  now: Date
  newId: NewId
}

/**
 * Opens a refund of the payment for a record, and publishes it as `payment.refund-due`, in the transaction that has locked the
 * record. If the payment service already gave the payment back, the refund is done at once. Cash that a courier collected has no
 * payment: staff give it back, and nothing is published. An amount of 0.00 opens no refund.
 *
 * The caller has compared the amount with {@link refundableOf}; the database refuses more than the payment.
 *
 * @returns the refund's id; undefined for 0.00
 * @throws {ApiError} CONFLICT if its payment is not recorded
 */
export async function openRefund<T extends HoldRecord>(
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'kind' | 'schema' | 'source' | 'paidInCash' | 'takenAt'>,
  record: T,
  { cause, reason, amount, now, newId }: NewRefund,
): Promise<string | undefined> {
  if (!exact(amount).greaterThan(0)) return undefined
  const { kind, schema, source, paidInCash } = hold
  const id = newId()
  const { id: targetId, customerId } = record
  const { rows } = await tx.query<RefundDue>({
    name: `open-refund:${schema}`,
    text: /* sql */ `
    insert into ${schema}.refund
      (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
    select $1, event_id, coalesce(provider_trade_no, ''), $7, $3, $4, coalesce(currency, 'TWD'), $2, $5, $6
    from (values ($2)) target (id)
    left join ${schema}.payment_notification payment on payment.target_id = target.id and outcome = 'applied'
    where event_id is not null or $8
    returning event_id as "eventId", amount, currency, provider_trade_no as "providerTradeNo"`,
    values: [id, targetId, reason, amount, customerId, now, cause, paidInCash?.(record) ?? false],
  })
  const [due] = rows
  if (!due) throw new ApiError('CONFLICT', text('payment.notRecorded'))
  const { eventId, ...given } = due
  if (eventId === null) return id
  const earlier = await findEarlierRefund(tx, schema, eventId, hold.takenAt(record))
  const fields = { ...given, cause, refundId: id, eventId, target: { kind, id: targetId } }
  const context = { now, newId }
  const isDone = earlier !== undefined && (await closeRefund(tx, schema, id, earlier)) === 'done'
  const event = isDone
    ? refundDoneEvent(source, { ...fields, reference: earlier.reference }, context)
    : createEvent(source, targetId, 'payment.refund-due', fields, context)
  await addToOutbox(tx, schema, [event])
  return id
}

/** The first report of the payment service about a payment that was not due for refund, and that no other refund has. */
async function findEarlierRefund(
  tx: Transaction,
  schema: string,
  paymentId: string,
  takenAt: Date,
): Promise<MadeRefund | undefined> {
  const { rows } = await tx.query<{ reference: string; eventId: string; at: string; receivedAt: string }>({
    name: `earlier-refund:${schema}`,
    text: /* sql */ `
    select reference, event_id as "eventId", refunded_at as at, received_at as "receivedAt"
    from ${schema}.refund_notification told
    where refund_of = $1 and outcome = 'not_due'
      and not exists (
        select
        from ${schema}.refund made
        where made.event_id = told.refund_of and shared.lookup_key(made.reference) = shared.lookup_key(told.reference)
      )
    order by received_at, event_id
    limit 1`,
    values: [paymentId],
  })
  const [notification] = rows
  if (!notification) return undefined
  const { reference, eventId, at, receivedAt } = notification
  return { reference, at: countedAt(at, new Date(receivedAt), takenAt), by: { type: 'payment', id: eventId } }
}
