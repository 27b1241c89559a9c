import type { PaymentNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import { sameAmount } from '@campstore/core/money'
import type { Queryable, Transaction } from '@campstore/database/database'

/**
 * Result of a notification: applied; a failed payment noted in the history; a payment that was received before, under another
 * eventId; or unapplied, with the reason.
 */
export type PaymentOutcome =
  | { outcome: 'applied' | 'noted' | 'repeated'; reason: null }
  | { outcome: 'unapplied'; reason: UnappliedReason }

/** The fields by which a redelivered notification is recognised. */
type RecordedPayment = {
  type: string
  target_id: string
  amount: string
  currency: string
  provider_trade_no: string
}

/** Finds the notification recorded under an eventId, of any age. */
export async function findRecordedPayment(
  tx: Queryable,
  schema: string,
  eventId: string,
): Promise<RecordedPayment | undefined> {
  const { rows } = await tx.query<RecordedPayment>({
    name: `payment-recorded:${schema}`,
    text: /* sql */ `
    select type, target_id, amount::text as amount, currency, provider_trade_no
    from ${schema}.payment_notification
    where event_id = $1`,
    values: [eventId],
  })
  return rows[0]
}

/** Whether a notification equals the one that was recorded under its eventId. */
export const isRepetition = (recorded: RecordedPayment, notification: PaymentNotification): boolean =>
  recorded.type === notification.type &&
  recorded.target_id === notification.target.id &&
  sameAmount(recorded.amount, notification.amount) &&
  recorded.currency === notification.currency &&
  recorded.provider_trade_no === notification.providerTradeNo

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
    where provider_trade_no = $1 and target_id = $2 and type = 'payment.succeeded'`,
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
