import { z } from 'zod'
import { changed, declareAdminRoutes, pageOf } from '../declare.ts'
import { moneySchema, objectOf, targetOf, timestampSchema } from '../schemas.ts'
import { othersIdentifier, shown, text } from '../text.ts'
import { issue } from '../texts/text.ts'
import { cancelBodySchema, idFilter, instants, pageQuery, searchFilter } from './fields.ts'
import { contactSchema } from './people.ts'

const kindSchema = z.enum(['booking', 'order'])

/** Why money has to be given back. */
export const refundCauseSchema = z
  .enum(['unapplied', 'cancelled', 'returned', 'changed', 'goodwill'])
  .describe(
    'Cause: the payment was not applied; or what it paid was cancelled, came back or was changed; or staff give a part of it back',
  )

/** The causes of refunds that staff may withdraw while they are due: other money is the payer's in any case. */
export const withdrawableCauses: readonly z.infer<typeof refundCauseSchema>[] = ['goodwill', 'returned', 'changed']

/** Whether the money has been given back. */
export const refundStatusSchema = z
  .enum(['due', 'done', 'withdrawn'])
  .describe('Whether the money has been given back, or the refund was withdrawn')

/** Who recorded that a refund was made. */
const refundActorSchema = z.strictObject({
  type: z.enum(['admin', 'payment']).describe('Whether staff or the payment service recorded it'),
  id: z.string().describe('Administrator id, or the `eventId` of the message'),
  name: z.string().nullable().describe('Name of the account; null for the payment service'),
})

/** Money owed back to a customer, or returned (docs/contract/admin.md#refunds). */
export const refundSchema = z.strictObject({
  id: z.string().describe('Refund id'),
  cause: refundCauseSchema,
  reason: z.string().describe('Why the payment was not applied, or the reason that staff gave'),
  status: refundStatusSchema,
  amount: moneySchema.describe('Amount to give back'),
  currency: z.string().describe('Currency of the amount'),
  target: targetOf('The booking or order that the payment names'),
  payment: objectOf('The payment to give back', {
    eventId: z.string().describe("The payment notification's id; empty for cash on delivery"),
    providerTradeNo: z.string().describe("The payment provider's number; empty for cash on delivery"),
    paymentMethod: z.string().describe('Payment method, as the payment service names it'),
    paidAt: timestampSchema.describe('When it was paid'),
  }),
  customer: contactSchema
    .pick({ id: true, name: true, email: true, phone: true })
    .nullable()
    .describe('Customer of the booking or order; null if unknown'),
  createdAt: timestampSchema.describe('When it became due'),
  doneAt: timestampSchema.nullable().describe('When the money was given back; null until then'),
  doneBy: refundActorSchema.nullable().describe('Who recorded the refund; null until then'),
  reference: z.string().nullable().describe("The provider's number of the refund; null until it was made"),
  note: z.string().nullable().describe('Note of staff; null if none'),
  failedAt: timestampSchema
    .nullable()
    .describe(
      'When the payment service last reported that it could not be made; null if it did not, and once it is done or withdrawn',
    ),
  failureReason: z.string().nullable().describe('Why, as the payment service says; null if it did not fail'),
  withdrawnAt: timestampSchema.nullable().describe('When it was withdrawn; null if it was not'),
  withdrawalReason: z.string().nullable().describe('Why, as staff say; null if it was not withdrawn'),
})
export type Refund = z.infer<typeof refundSchema>

/** A refund, as lists of payments show it. */
export const refundOfPaymentSchema = refundSchema
  .pick({
    id: true,
    cause: true,
    status: true,
    amount: true,
    reference: true,
    doneAt: true,
    failedAt: true,
    failureReason: true,
    withdrawnAt: true,
    withdrawalReason: true,
  })
  .describe('Refund of the payment')

export const refundsQuerySchema = pageQuery({
  status: refundStatusSchema
    .optional()
    .describe('Whether the money has been given back; default `due`, or `done` with `doneFrom` or `doneTo`'),
  targetKind: kindSchema.optional().describe('Kind of target'),
  customerId: idFilter.describe('Only refunds of this customer'),
  q: searchFilter,
  ...instants('created', 'creation'),
  ...instants('done', 'refund'),
})
export type RefundsQuery = z.output<typeof refundsQuerySchema>

/** A note for accounting: blank means absent. */
export const noteInput = text()
  .overwrite(shown)
  .max(200)
  .transform(words => words || undefined)
  .optional()

/** Data that staff record with a refund. */
export const refundDoneSchema = z.strictObject({
  reference: othersIdentifier().describe("The provider's number of the refund"),
  note: noteInput.describe('Note for accounting, at most 200 characters; blank means absent'),
})
export type RefundDone = z.output<typeof refundDoneSchema>

/** Refunds of one payment that one transaction of the provider has made. */
export const refundsDoneSchema = refundDoneSchema.extend({
  ids: z
    .array(text().min(1).max(128))
    .min(1)
    .max(100)
    .refine(ids => new Set(ids).size === ids.length, { error: issue('must.notRepeatId') })
    .describe('Refunds of one payment, at most 100'),
})
export type RefundsDone = z.output<typeof refundsDoneSchema>

/** Why a refund that is due is withdrawn. */
export const refundWithdrawalSchema = cancelBodySchema
export type RefundWithdrawal = z.output<typeof refundWithdrawalSchema>

/** What a process of 1.0.0 needs instead: payments had the permissions of orders and bookings together. */
export const viewedBefore = ['orders.view', 'bookings.view']
const editedBefore = ['orders.edit', 'bookings.edit']

export const refundRoutes = declareAdminRoutes('payments', 'checkout', {
  listRefunds: {
    summary: 'Lists refunds for bookings and orders, oldest first',
    endpoint: 'GET /api/admin/refunds',
    optionalPermissions: viewedBefore,
    ...pageOf(refundsQuerySchema, refundSchema),
  },
  getRefund: {
    summary: 'Reads a refund',
    endpoint: 'GET /api/admin/refunds/{id}',
    optionalPermissions: viewedBefore,
    data: refundSchema,
  },
  refundDone: {
    summary: 'Records that a refund was made',
    endpoint: 'POST /api/admin/refunds/{id}/done',
    optionalPermissions: editedBefore,
    body: refundDoneSchema,
    ...changed(refundSchema),
  },
  refundsDone: {
    summary: 'Records that one transaction of the provider has made several refunds of a payment',
    endpoint: 'POST /api/admin/refunds/done',
    body: refundsDoneSchema,
    data: z.array(refundSchema).describe('The refunds in the order of the ids'),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  withdrawRefund: {
    summary: 'Withdraws a refund that is due',
    endpoint: 'POST /api/admin/refunds/{id}/withdraw',
    body: refundWithdrawalSchema,
    ...changed(refundSchema),
  },
  correctRefund: {
    summary: 'Corrects the reference or the note of a refund that was made',
    endpoint: 'PATCH /api/admin/refunds/{id}',
    body: refundDoneSchema,
    ...changed(refundSchema),
  },
})
