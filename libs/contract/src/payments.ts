import { z } from 'zod'
import { declareRoutes, listOf } from './declare.ts'
import { objectOf, pathIdSchema, timestampSchema } from './schemas.ts'

/** Outcome of a message of the payment service. The last two are for `payment.refunded` only. */
const messageOutcomeSchema = z
  .enum(['applied', 'unapplied', 'failed', 'rejected', 'repeated', 'contradictory', 'not_due', 'ambiguous'])
  .describe('Outcome of the message')

/** A message of the payment service with its outcome (docs/contract/messages.md#outcome-of-a-message). */
export const paymentMessageSchema = z.strictObject({
  eventId: z.string().describe("The message's id"),
  type: z
    .enum(['payment.succeeded', 'payment.failed', 'payment.refunded', 'payment.refund-failed'])
    .nullable()
    .describe('Type of the message; null for a rejected message'),
  target: objectOf('The booking or order it was about', {
    kind: z.enum(['booking', 'order']).describe('Kind of target, by the routing key'),
    id: z.string().nullable().describe('Booking or order id from the message; null for a rejected message'),
  }),
  outcome: messageOutcomeSchema,
  reason: z.string().nullable().describe('Why it was not applied or was rejected; otherwise null'),
  receivedAt: timestampSchema.describe('When it was processed'),
})
export type PaymentMessage = z.infer<typeof paymentMessageSchema>

/** Every endpoint under /api/payments, which the checkout service answers for bookings and orders. */
export const paymentServiceRoutes = declareRoutes('sender', {
  listPaymentMessages: {
    summary: 'Lists the outcomes of the messages with an eventId, oldest first',
    endpoint: 'GET /api/payments/{eventId}',
    params: z.object({ eventId: pathIdSchema.describe('`eventId` of the messages') }),
    ...listOf(paymentMessageSchema),
  },
})
