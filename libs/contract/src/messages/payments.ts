import { z } from 'zod'
import { moneySchema } from '../schemas.ts'

/** Exchange on which the payment service publishes (decisions.md, 10). */
export const paymentsExchange = 'payments'
/** Queue for what is malformed or wrongly signed, unchanged, with the reason in {@link rejectedReasonHeader}. */
export const paymentsRejectedQueue = 'payments.rejected'
/** Durable queue of `payment.unapplied` events, for whoever refunds (decisions.md, 13). */
export const paymentsUnappliedQueue = 'payments.unapplied'
export const rejectedReasonHeader = 'x-rejected-reason'
export const signatureHeader = 'x-signature'
export const paymentRoutingKey = (kind: 'booking' | 'order'): string => `payment.notification.${kind}`

/** Text that PostgreSQL can keep: one with NUL is malformed, not something to try again. */
const textUpTo = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine(text => !text.includes('\0'), 'must not contain NUL')

/** What the payment service tells: truth about one payment (decisions.md, 10). */
export const paymentNotificationSchema = z.object({
  eventId: textUpTo(128),
  type: z.enum(['payment.succeeded', 'payment.failed']),
  target: z.object({ kind: z.enum(['booking', 'order']), id: textUpTo(256) }),
  amount: moneySchema,
  currency: textUpTo(8),
  paymentMethod: textUpTo(64),
  providerTradeNo: textUpTo(128),
  paidAt: z.iso.datetime({ offset: true }),
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
