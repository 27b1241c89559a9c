import { z } from 'zod'
import { instantSchema, moneySchema } from '../schemas.ts'
import { othersIdentifier, text } from '../text.ts'
import { issue } from '../texts/text.ts'

/** Exchange on which the payment service publishes (docs/contract/messages.md#payment-notifications). */
export const paymentsExchange = 'payments'
/** Alternate exchange of {@link paymentsExchange}: receives the payments that no binding matches. */
export const unroutedPaymentsExchange = 'payments.unrouted'
/** Queue for malformed or wrongly signed messages, unchanged, with the reason in {@link rejectedReasonHeader}. */
export const paymentsRejectedQueue = 'payments.rejected'
/** Durable queue of `payment.unapplied` events, for the refunding system (docs/contract/messages.md#unapplied-payments). */
export const paymentsUnappliedQueue = 'payments.unapplied'
/** Durable queue of `payment.refund-due` events, for the refunding system (docs/contract/messages.md#refunds). */
export const paymentsRefundsQueue = 'payments.refunds'
/** Durable queue of `payment.refund-withdrawn` events, for the refunding system (docs/contract/messages.md#refunds). */
export const paymentsWithdrawnQueue = 'payments.refunds-withdrawn'
export const rejectedReasonHeader = 'x-rejected-reason'
export const signatureHeader = 'x-signature'
export const paymentRoutingKey = (kind: 'booking' | 'order'): string => `payment.notification.${kind}`

/** A time that PostgreSQL can read: it accepts no offset of 16 hours, and no offset on earth reaches 15. */
const readableInstant = instantSchema.refine(instant => /(?:Z|[+-](?:0\d|1[0-5]):\d{2})$/.test(instant), {
  error: issue('must.haveSmallOffset'),
})

/** Id of a notification. The payment service chooses it, and it may have characters that the gateway accepts in no path. */
export const eventIdSchema = othersIdentifier()

const targetSchema = z.object({
  kind: z.enum(['booking', 'order']).describe('Kind of target'),
  id: text().min(1).max(256).describe('Booking or order id'),
})

/** The notification that the payment service publishes about one payment (docs/contract/messages.md#payment-notifications). */
export const paymentNotificationSchema = z.object({
  eventId: eventIdSchema.describe('Unique id of the notification; the same for every repetition'),
  type: z.enum(['payment.succeeded', 'payment.failed']).describe('Whether the payment succeeded'),
  target: targetSchema.describe('The booking or order that is paid'),
  amount: moneySchema.describe('Amount paid'),
  currency: text().min(1).max(8).describe('Currency of the amount; only `TWD` is applied'),
  paymentMethod: text().min(1).max(64).describe('Payment method, as the payment service names it'),
  providerTradeNo: othersIdentifier().describe("The payment provider's number"),
  paidAt: readableInstant.describe('When it was paid, ISO 8601 with any offset'),
})
export type PaymentNotification = z.infer<typeof paymentNotificationSchema>

/** The notification that the payment service publishes after giving money back (docs/contract/messages.md#refunds). */
export const refundNotificationSchema = z.object({
  eventId: eventIdSchema.describe('Unique id of the notification; the same for every repetition'),
  type: z.literal('payment.refunded').describe('Type of the notification: a payment was given back'),
  target: targetSchema.describe('The booking or order that the payment was for'),
  refundOf: eventIdSchema.describe('`eventId` of the payment that was given back'),
  refundId: text()
    .min(1)
    .max(128)
    .optional()
    .describe('Refund that was made, as `payment.refund-due` names it; needed where several are due'),
  refundIds: z
    .array(text().min(1).max(128))
    .min(1)
    .max(100)
    .optional()
    .describe('All refunds of the payment that one transaction has made, instead of `refundId`'),
  reference: othersIdentifier().describe("The payment provider's number of the refund"),
  refundedAt: readableInstant.describe('When it was given back, ISO 8601 with any offset'),
})
export type RefundNotification = z.infer<typeof refundNotificationSchema>

/** The notification that the payment service publishes if it could not give money back (docs/contract/messages.md#failed-refunds). */
export const refundFailureSchema = z.object({
  eventId: eventIdSchema.describe('Unique id of the notification; the same for every repetition'),
  type: z.literal('payment.refund-failed').describe('Type of the notification: a refund could not be made'),
  target: targetSchema.describe('The booking or order that the payment was for'),
  refundId: text().min(1).max(128).describe('Refund that could not be made, as `payment.refund-due` names it'),
  reason: text().trim().min(1).max(200).describe('Why, for staff'),
})
export type RefundFailure = z.infer<typeof refundFailureSchema>

/** Why a payment was recorded but not applied (docs/contract/messages.md#how-a-payment-is-applied). */
export const unappliedReasonSchema = z
  .enum(['cancelled', 'already_paid', 'amount_mismatch', 'unknown_target', 'cod_confirmed', 'trade_number_used'])
  .describe('Why the payment was not applied')
export type UnappliedReason = z.infer<typeof unappliedReasonSchema>

/** The reasons that make a refund due; a used trade number counts as the same money, not as more. */
export const refundedReasonSchema = unappliedReasonSchema
  .exclude(['trade_number_used'])
  .describe('Why the payment was not applied')
export type RefundedReason = z.infer<typeof refundedReasonSchema>
