import { z } from 'zod'
import { declareAdminRoutes, pageOf } from '../declare.ts'
import { eventIdSchema, unappliedReasonSchema } from '../messages/payments.ts'
import { moneySchema, targetOf, timestampSchema } from '../schemas.ts'
import { idFilter, instants, pageQuery, searchFilter, yesOrNo } from './fields.ts'
import { administratorNameSchema, contactSchema } from './people.ts'
import { noteInput, refundOfPaymentSchema, viewedBefore } from './refunds.ts'

const kindSchema = z.enum(['booking', 'order'])

/** Outcomes of a payment notification. */
export const paymentOutcomeSchema = z
  .enum(['applied', 'unapplied', 'failed', 'repeated'])
  .describe('Whether it was applied or not, reports a failed payment, or repeats an earlier one')

const decisionSchema = z
  .enum(['same-payment', 'another-payment'])
  .describe('`same-payment`: the money was counted once, by the first payment; `another-payment`: it is given back')

/** Body of a decision. Event ids are unique among the payments of a kind. */
export const decidePaymentSchema = z.strictObject({
  eventId: eventIdSchema.describe('`eventId` of the payment'),
  targetKind: kindSchema.describe("Kind of the payment's target"),
  decision: decisionSchema,
  note: noteInput.describe('Note for accounting, at most 200 characters; blank means absent'),
})
export type DecidePayment = z.output<typeof decidePaymentSchema>

/** A payment notification as received, with its outcome (docs/contract/admin.md#payments). */
export const adminPaymentSchema = z.strictObject({
  eventId: z.string().describe("The notification's id"),
  type: z.enum(['payment.succeeded', 'payment.failed']).describe('Whether the payment succeeded'),
  outcome: paymentOutcomeSchema,
  reason: unappliedReasonSchema.nullable().describe('Why it was not applied; null unless the outcome is `unapplied`'),
  target: targetOf('The booking or order that the notification names'),
  amount: moneySchema.describe('Amount paid'),
  currency: z.string().describe('Currency of the amount'),
  paymentMethod: z.string().describe('Payment method, as the payment service names it'),
  providerTradeNo: z.string().describe("The payment provider's number"),
  paidAt: timestampSchema.describe('When it was paid'),
  receivedAt: timestampSchema.describe('When the notification was received'),
  refund: refundOfPaymentSchema
    .nullable()
    .describe('Newest refund of the payment; null if nothing has to be given back'),
  refunds: z.array(refundOfPaymentSchema).describe('All refunds of the payment, newest first'),
  decision: decisionSchema.nullable().describe('What staff decided about a used trade number; null if nothing'),
  decisionNote: z.string().nullable().describe('Note of staff about it; null if none'),
  decidedAt: timestampSchema.nullable().describe('When they decided; null until then'),
  decidedBy: administratorNameSchema.nullable().describe('Administrator who decided; null until then'),
  customer: contactSchema
    .pick({ id: true, name: true })
    .nullable()
    .describe('Customer of the booking or order; null if unknown'),
})
export type AdminPayment = z.infer<typeof adminPaymentSchema>

export const paymentsQuerySchema = pageQuery({
  q: searchFilter,
  outcome: paymentOutcomeSchema.optional(),
  reason: unappliedReasonSchema.optional(),
  decided: yesOrNo.describe('Whether staff have decided about its used trade number'),
  targetKind: kindSchema.optional().describe('Kind of target'),
  targetId: idFilter.describe('Only notifications about this booking or order'),
  ...instants('received', 'receipt'),
  ...instants('paid', 'payment'),
})
export type PaymentsQuery = z.output<typeof paymentsQuerySchema>

export const paymentRoutes = declareAdminRoutes('payments', 'checkout', {
  listAdminPayments: {
    summary: 'Lists payment notifications of bookings and orders, newest first',
    endpoint: 'GET /api/admin/payments',
    optionalPermissions: viewedBefore,
    ...pageOf(paymentsQuerySchema, adminPaymentSchema),
  },
  decidePayment: {
    summary: 'Decides whether a payment whose trade number was used is another payment',
    endpoint: 'POST /api/admin/payments/decisions',
    body: decidePaymentSchema,
    target: 'eventId',
    data: adminPaymentSchema,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
})
