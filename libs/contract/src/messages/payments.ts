import { z } from 'zod'
import { instantSchema, moneySchema } from '../schemas.ts'
import { text } from '../text.ts'

/** Exchange on which the payment service publishes (decisions.md, 10). */
export const paymentsExchange = 'payments'
/** Queue for what is malformed or wrongly signed, unchanged, with the reason in {@link rejectedReasonHeader}. */
export const paymentsRejectedQueue = 'payments.rejected'
/** Durable queue of `payment.unapplied` events, for whoever refunds (decisions.md, 13). */
export const paymentsUnappliedQueue = 'payments.unapplied'
export const rejectedReasonHeader = 'x-rejected-reason'
export const signatureHeader = 'x-signature'
export const paymentRoutingKey = (kind: 'booking' | 'order'): string => `payment.notification.${kind}`

/** A time that PostgreSQL reads as it is written: no offset on earth is 15 hours, and it reads none of 16. */
const paidAt = instantSchema.refine(instant => /(?:Z|[+-](?:0\d|1[0-5]):\d{2})$/.test(instant), {
  error: 'must have an offset below 16 hours',
})

/** What the payment service tells: truth about one payment (decisions.md, 10). */
export const paymentNotificationSchema = z.object({
  eventId: text().min(1).max(128),
  type: z.enum(['payment.succeeded', 'payment.failed']),
  target: z.object({ kind: z.enum(['booking', 'order']), id: text().min(1).max(256) }),
  amount: moneySchema,
  currency: text().min(1).max(8),
  paymentMethod: text().min(1).max(64),
  providerTradeNo: text().min(1).max(128),
  paidAt,
})
export type PaymentNotification = z.infer<typeof paymentNotificationSchema>

/** Why a payment was recorded but not applied, so that the payment area can refund. */
export const unappliedReasonSchema = z.enum([
  'cancelled',
  'already_paid',
  'amount_mismatch',
  'unknown_target',
  'cod_confirmed',
])
export type UnappliedReason = z.infer<typeof unappliedReasonSchema>
