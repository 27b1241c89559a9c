import type { PaymentNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import { type Money, sameAmount, wholeTwd } from '@campstore/core/money'
import type { Queryable, Transaction } from '@campstore/database/database'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'

/**
 * Result of a notification: applied; a failed payment noted in the history; a payment that was received before, under another
 * eventId; or unapplied, with the reason.
 */
export type PaymentOutcome =
  | { outcome: 'applied' | 'noted' | 'repeated'; reason: null }
  | { outcome: 'unapplied'; reason: UnappliedReason }

/** Whether this notification (`same`) or another one was recorded under its eventId, at any time; undefined if none was. */
export async function findRecorded(
  tx: Queryable,
  schema: string,
  { eventId, type, target, amount, currency, providerTradeNo }: PaymentNotification,
): Promise<'same' | 'other' | undefined> {
  const { rows } = await tx.query<{ recorded: 'same' | 'other' }>({
    name: `payment-recorded:${schema}`,
    text: /* sql */ `
    select case (type, target_id, amount, currency, shared.lookup_key(provider_trade_no)) = ($2, $3, $4, $5, shared.lookup_key($6))
      when true then 'same' else 'other'
    end as recorded
    from ${schema}.payment_notification
    where event_id = $1`,
    values: [eventId, type, target.id, amount, currency, providerTradeNo],
  })
  return rows[0]?.recorded
}

/**
 * Where a payment with the notification's trade number was received before, for a booking or an order; undefined where it was not.
 * The number is locked until the transaction ends.
 */
export async function useOfTradeNumber(
  tx: Transaction,
  schema: string,
  { providerTradeNo, target }: PaymentNotification,
): Promise<'same target' | 'other target' | undefined> {
  const { rows } = await tx.query<{ use: 'same target' | 'other target' | null }>({
    name: `use-of-trade-number:${schema}`,
    text: `select ${schema}.use_of_trade_number($1, $2) as use`,
    values: [providerTradeNo, target.id],
  })
  return rows[0]?.use ?? undefined
}

/** Whether the notification's trade number was received for its target before, and never with this amount of money. */
export async function hasAnotherAmount(
  tx: Transaction,
  schema: string,
  { providerTradeNo, target, amount, currency }: PaymentNotification,
): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>({
    name: `has-another-amount:${schema}`,
    text: /* sql */ `
    select not bool_or(amount = $3 and currency = $4) as has
    from ${schema}.payment_notification
    where shared.lookup_key(provider_trade_no) = shared.lookup_key($1) and target_id = $2 and type = 'payment.succeeded'`,
    values: [providerTradeNo, target.id, amount, currency],
  })
  return rows[0]?.has === true
}

/**
 * Records a notification as received, with its result.
 *
 * @param times.countedPaidAt when the payment counts, if that differs from its `paidAt`, which is stored too
 */
export async function recordPayment(
  tx: Transaction,
  schema: string,
  notification: PaymentNotification,
  { outcome, reason }: PaymentOutcome,
  { receivedAt, countedPaidAt }: { receivedAt: Date; countedPaidAt?: Date | undefined },
): Promise<void> {
  await tx.query({
    name: `payment-record:${schema}`,
    text: /* sql */ `
    insert into ${schema}.payment_notification
      (event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at,
        reported_paid_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      notification.eventId,
      notification.type,
      notification.target.id,
      notification.amount,
      notification.currency,
      notification.paymentMethod,
      notification.providerTradeNo,
      countedPaidAt ?? notification.paidAt,
      outcome,
      reason,
      receivedAt,
      countedPaidAt ? notification.paidAt : null,
    ],
  })
}

/**
 * Whether a payment of this amount pays a locked booking or order in full: its price, or its price rounded half up to whole TWD if
 * one of its payment forms requested that (docs/contract/messages.md#amount-due).
 */
export async function isAmountDue<T extends HoldRecord>(
  tx: Transaction,
  { kind, schema, costOf }: Pick<HoldDefinition<T>, 'kind' | 'schema' | 'costOf'>,
  record: T,
  amount: Money,
): Promise<boolean> {
  const cost = costOf(record)
  if (sameAmount(amount, cost)) return true
  if (!sameAmount(amount, wholeTwd(cost))) return false
  const { rowCount } = await tx.query(
    `select from ${schema}.payment_attempt where ${kind}_id = $1 and round(amount) = $2 limit 1`,
    [record.id, amount],
  )
  return rowCount === 1
}
