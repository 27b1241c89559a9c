import { eventDataSchemas } from '@campstore/contract/messages/events'
import { present } from '@campstore/contract/present'
import type { Money } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { addToOutbox } from '@campstore/messaging/outbox'
import { countedAt } from './counted-at.ts'
import type { HoldRecord, HoldRecords } from './hold-definition.ts'
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

type PaidCancellation = {
  /** In the administrator's words. */
  reason: string
  /** Amount to give back, at most the payment; all of it if absent. */
  amount?: Money | undefined
  now: Date
  newId: NewId
}

/** The applied payment of a booking or an order; undefined if none is recorded. */
export async function findPaidAmount(tx: Transaction, schema: string, targetId: string): Promise<Money | undefined> {
  const { rows } = await tx.query<{ amount: Money }>({
    name: `paid-amount:${schema}`,
    text: `select amount from ${schema}.payment_notification where target_id = $1 and outcome = 'applied'`,
    values: [targetId],
  })
  return rows[0]?.amount
}

/**
 * Opens the refund of a paid record that staff cancel, and publishes it as `payment.refund-due`, in the caller's transaction.
 * If the payment service already gave the payment back, the refund is done at once. The database opens the refund of an
 * unapplied payment when it records the payment.
 *
 * @returns whether the payment is known, so that the refund was opened
 */
export async function openRefund(
  tx: Transaction,
  { kind, schema, source }: HoldRecords & { source: string },
  { id: targetId, customerId }: Pick<HoldRecord, 'id' | 'customerId'>,
  { reason, amount, now, newId }: PaidCancellation,
): Promise<boolean> {
  const id = newId()
  const { rows } = await tx.query<RefundDue>({
    name: `open-refund:${schema}`,
    text: /* sql */ `
    with payment as (
      select event_id, amount, currency, provider_trade_no
      from ${schema}.payment_notification
      where target_id = $2 and outcome = 'applied'
    ),
    opened as (
      insert into ${schema}.refund
        (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
      select $1, event_id, provider_trade_no, 'cancelled', $3, least($4, amount), currency, $2, $5, $6
      from payment
      returning event_id, amount, currency, provider_trade_no
    )
    select event_id as "eventId", amount, currency, provider_trade_no as "providerTradeNo"
    from opened`,
    values: [id, targetId, reason, amount ?? null, customerId, now],
  })
  const [due] = rows
  if (!due) return false
  const earlier = await findEarlierRefund(tx, schema, due.eventId)
  if (earlier && (await closeRefund(tx, schema, id, earlier)) === 'done') return true
  const data = present(eventDataSchemas['payment.refund-due'], due, { refundId: id, target: { kind, id: targetId } })
  await addToOutbox(tx, schema, [createEvent(source, targetId, 'payment.refund-due', data, { now, newId })])
  return true
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
