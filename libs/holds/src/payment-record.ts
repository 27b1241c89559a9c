import type { PaymentNotification, UnappliedReason } from '@campstore/contract/messages/payments'
import type { Queryable } from '@campstore/database/database'

/** What came of a notification: applied; noted in the history; or recorded only, with the reason. */
export type PaymentOutcome =
  | { outcome: 'applied' | 'noted'; reason: null }
  | { outcome: 'unapplied'; reason: UnappliedReason }

/** Whether a notification was recorded before, however long ago. */
export async function isRecorded(tx: Queryable, schema: string, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: `payment-recorded:${schema}`,
    text: `select from ${schema}.payment_notification where event_id = $1`,
    values: [eventId],
  })
  return rowCount === 1
}

/** Keeps a notification as it came, with what was made of it. */
export async function recordPayment(
  tx: Queryable,
  schema: string,
  notification: PaymentNotification,
  { outcome, reason }: PaymentOutcome,
  receivedAt: Date,
): Promise<void> {
  await tx.query({
    name: `payment-record:${schema}`,
    text: /* sql */ `
    insert into ${schema}.payment_notification
      (event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      notification.eventId,
      notification.type,
      notification.target.id,
      notification.amount,
      notification.currency,
      notification.paymentMethod,
      notification.providerTradeNo,
      notification.paidAt,
      outcome,
      reason,
      receivedAt,
    ],
  })
}
