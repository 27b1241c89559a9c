import { z } from 'zod'
import { moneySchema, timestampSchema } from './schemas.ts'

/** A coupon (decisions.md, 8). `discountValue` is a percentage or an amount of TWD, as `discountType` says. */
export const couponSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  discountType: z.enum(['percentage', 'fixed']),
  discountValue: moneySchema,
  minSpend: moneySchema,
  maxDiscount: moneySchema.nullable(),
  startsAt: timestampSchema,
  endsAt: timestampSchema,
  usageLimit: z.int().positive().nullable(),
  usedCount: z.int().min(0),
  status: z.enum(['active', 'inactive']),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
})
export type Coupon = z.infer<typeof couponSchema>

/** Where a claim stands: free, on an unpaid order, or spent. */
export const claimStatusSchema = z.enum(['available', 'applied', 'used'])
export type ClaimStatus = z.infer<typeof claimStatusSchema>

/** A customer's right to use a coupon once (decisions.md, 8). */
export const couponClaimSchema = z.strictObject({
  id: z.int().positive(),
  couponId: z.string(),
  customerId: z.string(),
  status: claimStatusSchema,
  orderId: z.string().nullable(),
  claimedAt: timestampSchema,
})
export type CouponClaim = z.infer<typeof couponClaimSchema>

/** A claim as its member sees it, with the coupon (decisions.md, 12). */
export const memberCouponSchema = couponClaimSchema.extend({ coupon: couponSchema })
export type MemberCoupon = z.infer<typeof memberCouponSchema>
