import { ApiError, errorAt, validationError } from '@campstore/contract/errors'
import type { EventData } from '@campstore/contract/messages/events'
import { text } from '@campstore/contract/texts/text'
import { exact, type Money, money, sameAmount } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { addToOutbox, type OutboxMessage } from '@campstore/messaging/outbox'
import { countedAt } from './counted-at.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { createEvent } from './messages.ts'
import { type Account, cancelledWith, leftOf, readAccount, type StaffRefundCause } from './money/account.ts'

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

/**
 * The amount to give back: the requested amount, or all that is left.
 *
 * @param path the field of the request with the amount
 * @throws {ApiError} VALIDATION_ERROR for more than that
 */
export function requireLeft(account: Account, requested: Money | undefined, path = 'refundAmount'): Money {
  const limit = leftOf(account)
  if (requested !== undefined && exact(requested).greaterThan(exact(limit)))
    throw validationError([{ path, reason: text('must.beAtMost', { limit }) }])
  return requested ?? limit
}

/**
 * Refuses to cancel a cancelled record again with another amount to give back.
 *
 * @throws {ApiError} CONFLICT that shows the amount of the refund
 */
export async function requireSameRefund<T extends HoldRecord>(
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'schema' | 'costOf' | 'paidInCash'>,
  record: T,
  requested: Money | undefined,
): Promise<void> {
  if (requested === undefined || record.paymentStatus === 'unpaid') return
  const amount = cancelledWith(await readAccount(tx, hold, record))
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
 * The caller has compared the amount with {@link leftOf}; the database refuses more than the payment.
 *
 * @returns the refund's id; undefined for 0.00
 * @throws {ApiError} CONFLICT if its payment is not recorded
 */
export async function openRefund<T extends HoldRecord>(
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'kind' | 'schema' | 'source' | 'paidInCash' | 'takenAt'>,
  record: T,
  { payment }: Pick<Account, 'payment'>,
  { cause, reason, amount, now, newId }: NewRefund,
): Promise<string | undefined> {
  if (!exact(amount).greaterThan(0)) return undefined
  const { kind, schema, source, paidInCash } = hold
  if (!payment && !paidInCash?.(record)) throw new ApiError('CONFLICT', text('payment.notRecorded'))
  const { eventId = null, currency = 'TWD', providerTradeNo = '' } = payment ?? {}
  const id = newId()
  const { id: targetId, customerId } = record
  await tx.query({
    name: `open-refund:${schema}`,
    text: /* sql */ `
    insert into ${schema}.refund
      (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [id, eventId, providerTradeNo, cause, reason, amount, currency, targetId, customerId, now],
  })
  if (eventId === null) return id
  const earlier = await findEarlierRefund(tx, schema, eventId, hold.takenAt(record))
  const target = { kind, id: targetId } as const
  const fields = { amount: money(amount), currency, providerTradeNo, cause, refundId: id, eventId, target }
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
