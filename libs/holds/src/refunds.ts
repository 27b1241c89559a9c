import { ApiError, validationError } from '@campstore/contract/errors'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import { present } from '@campstore/contract/present'
import { text } from '@campstore/contract/texts/text'
import { exact, type Money } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { addToOutbox } from '@campstore/messaging/outbox'
import { countedAt } from './counted-at.ts'
import type { HoldDefinition, HoldRecord, HoldRecords } from './hold-definition.ts'
import { createEvent } from './messages.ts'

/** The payment that a refund gives back, with the names of its event. */
type RefundDue = { eventId: string; amount: Money; currency: string; providerTradeNo: string }

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

/**
 * The amount to give back for a paid record that staff cancel: the requested amount, or all of its payment.
 *
 * @throws {ApiError} VALIDATION_ERROR for more than was paid
 */
export async function requireRefundable<T extends HoldRecord>(
  tx: Transaction,
  { schema, costOf }: Pick<HoldDefinition<T>, 'schema' | 'costOf'>,
  record: T,
  requested: Money | undefined,
): Promise<Money> {
  const { rows } = await tx.query<{ amount: Money }>({
    name: `paid-amount:${schema}`,
    text: `select amount from ${schema}.payment_notification where target_id = $1 and outcome = 'applied'`,
    values: [record.id],
  })
  const paid = rows[0]?.amount ?? costOf(record)
  if (requested !== undefined && exact(requested).greaterThan(exact(paid)))
    throw validationError([{ path: 'refundAmount', reason: text('must.beAtMost', { limit: paid }) }])
  return requested ?? paid
}

type PaidCancellation = {
  /** In the administrator's words. */
  reason: string | undefined
  amount: Money
  now: Date
  newId: NewId
}

/**
 * Opens the refund of a paid record that staff cancel, and publishes it as `payment.refund-due`, in the caller's transaction.
 * If the payment service already gave the payment back, the refund is done at once. The database opens the refund of an
 * unapplied payment when it records the payment. An amount of 0.00 opens none.
 *
 * @throws {ApiError} CONFLICT if its payment is not recorded
 */
export async function openRefund(
  tx: Transaction,
  { kind, schema, source }: HoldRecords & { source: string },
  { id: targetId, customerId }: Pick<HoldRecord, 'id' | 'customerId'>,
  { reason, amount, now, newId }: PaidCancellation,
): Promise<void> {
  if (!exact(amount).greaterThan(0)) return
  const id = newId()
  const { rows } = await tx.query<RefundDue>({
    name: `open-refund:${schema}`,
    text: /* sql */ `
    insert into ${schema}.refund
      (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
    select $1, event_id, provider_trade_no, 'cancelled', $3, $4, currency, $2, $5, $6
    from ${schema}.payment_notification
    where target_id = $2 and outcome = 'applied'
    returning event_id as "eventId", amount, currency, provider_trade_no as "providerTradeNo"`,
    values: [id, targetId, reason, amount, customerId, now],
  })
  const [due] = rows
  if (!due) throw new ApiError('CONFLICT', text('payment.notRecorded'))
  const earlier = await findEarlierRefund(tx, schema, due.eventId)
  if (earlier && (await closeRefund(tx, schema, id, earlier)) === 'done') return
  const data = present(eventDataSchemas['payment.refund-due'], due, { refundId: id, target: { kind, id: targetId } })
  await addToOutbox(tx, schema, [createEvent(source, targetId, 'payment.refund-due', data, { now, newId })])
}

/** Earlier reports of the payment service about a payment that was not due for refund. */
async function findEarlierRefund(tx: Transaction, schema: string, paymentId: string): Promise<MadeRefund | undefined> {
  const { rows } = await tx.query<{ reference: string; eventId: string; at: string; receivedAt: string }>({
    name: `earlier-refund:${schema}`,
    text: /* sql */ `
    select reference, event_id as "eventId", refunded_at as at, received_at as "receivedAt"
    from ${schema}.refund_notification
    where refund_of = $1 and outcome = 'not_due'
    order by received_at, event_id
    limit 1`,
    values: [paymentId],
  })
  const [notification] = rows
  if (!notification) return undefined
  const { reference, eventId, at, receivedAt } = notification
  return { reference, at: countedAt(at, new Date(receivedAt), undefined), by: { type: 'payment', id: eventId } }
}
