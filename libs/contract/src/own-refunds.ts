import { z } from 'zod'
import { refundSchema } from './admin/refunds.ts'
import { described, timestampSchema } from './schemas.ts'

/** A refund, as the member who gets the money sees it (docs/contract/states.md#refund). */
export const ownRefundSchema = refundSchema
  .pick({ amount: true, currency: true, cause: true, status: true })
  .extend({
    createdAt: timestampSchema.describe('When it became due'),
    doneAt: timestampSchema.nullable().describe('When the money was given back; null until then'),
    failedAt: timestampSchema
      .nullable()
      .describe(
        'When it last could not be given back, so that it is still due; null if that did not happen, and once it is done',
      ),
  })
export type OwnRefund = z.infer<typeof ownRefundSchema>

/** What comes back to the member, in every read of one booking or order. */
export const ownRefundsSchema = described(
  z.array(ownRefundSchema),
  'Money that comes back or came back, also of payments that could not be applied, oldest first',
  [
    {
      amount: '200.00',
      currency: 'TWD',
      cause: 'goodwill',
      status: 'due',
      createdAt: '2026-12-03T02:00:00.000Z',
      doneAt: null,
      failedAt: null,
    },
  ],
)

/** Whether the payment that was applied is given back: not at all, or its refunds are due, or all done. */
export const refundStatusSchema = z
  .enum(['none', 'due', 'done'])
  .describe('Refunds of the payment that was applied: none, some due, or all done')
