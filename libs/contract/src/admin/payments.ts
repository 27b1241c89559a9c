import { z } from 'zod'
import { unappliedReasonSchema } from '../messages/payments.ts'
import { route } from '../route.ts'
import { moneySchema, pagingFields, timestampSchema } from '../schemas.ts'
import { idFilter, inOrder, instantFrom, instantTo } from './fields.ts'

const kindSchema = z.enum(['booking', 'order'])

/** What was made of a payment notification: it was applied, it was not, or it told of a payment that failed. */
export const paymentOutcomeSchema = z.enum(['applied', 'unapplied', 'failed'])
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>

/** A payment notification as it came, with what was made of it (decisions.md, 10 and 13). */
export const adminPaymentSchema = z.strictObject({
  eventId: z.string(),
  type: z.enum(['payment.succeeded', 'payment.failed']),
  outcome: paymentOutcomeSchema,
  /** Why it was not applied; null unless the outcome is `unapplied`. */
  reason: unappliedReasonSchema.nullable(),
  /** What it names, whether there is such a thing or not. */
  target: z.strictObject({ kind: kindSchema, id: z.string() }),
  amount: moneySchema,
  currency: z.string(),
  paymentMethod: z.string(),
  providerTradeNo: z.string(),
  paidAt: timestampSchema,
  receivedAt: timestampSchema,
})
export type AdminPayment = z.infer<typeof adminPaymentSchema>

export const paymentsQuerySchema = z
  .object({
    ...pagingFields,
    outcome: paymentOutcomeSchema.optional(),
    reason: unappliedReasonSchema.optional(),
    targetKind: kindSchema.optional(),
    targetId: idFilter,
    receivedFrom: instantFrom,
    receivedTo: instantTo,
  })
  .superRefine(inOrder('receivedFrom', 'receivedTo'))
export type PaymentsQuery = z.output<typeof paymentsQuerySchema>

/** Payment notifications of bookings and orders; the checkout service answers for both. */
export const paymentRoutes = {
  /** Beyond interface.md (decisions.md, 13). */
  listAdminPayments: route({
    name: 'listAdminPayments',
    summary: 'Payment notifications of bookings and orders, newest first (beyond the interface)',
    method: 'GET',
    path: '/api/admin/payments',
    access: 'admin',
    owner: 'checkout',
    permissions: ['orders.view', 'bookings.view'],
    query: paymentsQuerySchema,
    shape: 'page',
    data: adminPaymentSchema,
    errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'],
  }),
}
