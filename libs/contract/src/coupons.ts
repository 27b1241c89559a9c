import { z } from 'zod'
import { moneySchema, timestampSchema } from './schemas.ts'

/** A coupon (docs/contract/resources.md#coupon). */
export const couponSchema = z.strictObject({
  id: z.string().describe('Coupon id'),
  code: z.string().describe('Code that people read; unique without regard to case'),
  name: z.string().describe('Display name'),
  discountType: z.enum(['percentage', 'fixed']).describe('Whether `discountValue` is a percentage or an amount'),
  discountValue: moneySchema.describe('Percentage of the subtotal, or amount in TWD, as a decimal with two digits'),
  minSpend: moneySchema.describe('Smallest subtotal of an order that the coupon applies to'),
  maxDiscount: moneySchema.nullable().describe('Largest discount of a percentage; null means no cap'),
  startsAt: timestampSchema.describe('First instant at which the coupon applies'),
  endsAt: timestampSchema.describe('Instant from which on the coupon no longer applies'),
  usageLimit: z.int().positive().nullable().describe('How many claims may be used or applied; null means no limit'),
  usedCount: z.int().min(0).describe('How many claims are used'),
  status: z.enum(['active', 'inactive']).describe('Only an active coupon applies'),
  createdAt: timestampSchema.describe('Creation'),
  updatedAt: timestampSchema.describe('Last change'),
})
export type Coupon = z.infer<typeof couponSchema>

/** States of a claim (docs/contract/states.md#coupon-claim). */
export const claimStatusSchema = z
  .enum(['available', 'applied', 'used'])
  .describe('State of the claim: free, on an unpaid order, or used')
export type ClaimStatus = z.infer<typeof claimStatusSchema>

/** A customer's right to use a coupon once (docs/contract/resources.md#coupon-claim). */
export const couponClaimSchema = z.strictObject({
  id: z.int().positive().describe('Claim id'),
  couponId: z.string().describe('Coupon that may be used'),
  customerId: z.string().describe('Customer who may use it'),
  status: claimStatusSchema,
  orderId: z
    .string()
    .nullable()
    .describe('Order that the claim is applied to or was used for; null while it is available'),
  claimedAt: timestampSchema.describe('When the customer was given the claim'),
})
export type CouponClaim = z.infer<typeof couponClaimSchema>

/** A claim as its member sees it, with the coupon (docs/contract/member.md#own-coupons). */
export const memberCouponSchema = couponClaimSchema.extend({ coupon: couponSchema.describe('The whole coupon') })
export type MemberCoupon = z.infer<typeof memberCouponSchema>
