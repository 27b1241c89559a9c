import { z } from 'zod'
import { moneyInput } from '../admin/fields.ts'
import { described, moneySchema, timestampSchema, wholeInput } from '../schemas.ts'
import { issue } from '../texts/text.ts'

/** When a member may cancel a paid stay, and how much comes back (docs/contract/booking.md#cancel-a-paid-stay). */
const tierSchema = z.strictObject({
  daysBefore: z.int().describe('Least number of days from the cancellation to check-in'),
  refundPercent: z.int().describe('Percentage of the payment that comes back'),
})
export type CancellationTier = z.infer<typeof tierSchema>

const examples = [
  [
    { daysBefore: 14, refundPercent: 100 },
    { daysBefore: 3, refundPercent: 50 },
  ],
]

export const cancellationTiersSchema = z
  .array(tierSchema)
  .describe('Rules by which members cancel paid stays, the most days first; empty if only staff cancel them')
  .meta({ examples })

const tierFields = ['daysBefore', 'refundPercent'] as const

/** Tiers of a policy: fewer days always give less back. */
export const cancellationTiersInput = z
  .array(
    z.strictObject({
      daysBefore: wholeInput(0, 365).describe('Least number of days from the cancellation to check-in, 0 to 365'),
      refundPercent: wholeInput(0, 100).describe('Percentage of the payment that comes back, 0 to 100'),
    }),
  )
  .max(5)
  .superRefine((tiers, ctx) => {
    for (const [index, tier] of tiers.entries()) {
      const before = tiers[index - 1]
      for (const field of tierFields)
        if (before && tier[field] >= before[field])
          ctx.addIssue({ code: 'custom', path: [index, field], message: issue('must.beBelowTierBefore') })
    }
  })
  .describe(
    'Rules by which members cancel paid stays, at most 5, the most days first; each has fewer days and a lower percentage than the one before',
  )

/** Why a member may not cancel a paid stay, in the order of the checks. */
const refusalSchema = z.enum(['ended', 'not_paid', 'staff_only', 'attendance', 'too_late'])
export type CancellationRefusal = z.infer<typeof refusalSchema>

/** What the member gets back for cancelling the stay now. */
export const cancellationSchema = described(
  z.strictObject({
    allowed: z.boolean().describe('Whether the member may cancel it now, as a paid stay'),
    notAllowedBecause: refusalSchema
      .nullable()
      .describe(
        'Why not: it is cancelled or completed; not paid; only staff cancel it; staff have recorded whether the guests came; or too few days are left; null if it is allowed',
      ),
    refundAmount: moneySchema.nullable().describe('Amount that comes back; null if it is not allowed'),
    refundPercent: z
      .int()
      .nullable()
      .describe('Percentage of the payment, as far as it was not given back before; null if it is not allowed'),
    until: timestampSchema
      .nullable()
      .describe('When the next tier begins, or cancelling is no longer allowed; null if it is not allowed'),
  }),
  'Cancellation of the paid stay by its member, if it happened now',
  {
    allowed: true,
    notAllowedBecause: null,
    refundAmount: '2495.00',
    refundPercent: 100,
    until: '2026-11-22T16:00:00.000Z',
  },
)
export type Cancellation = z.infer<typeof cancellationSchema>

/** Body of the cancellation of a paid stay by its member. */
export const cancelStaySchema = z.object({
  refundAmount: moneyInput.describe('Amount that comes back, as the member saw it'),
})
