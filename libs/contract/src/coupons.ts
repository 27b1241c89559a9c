import { z } from 'zod'
import { orderStatusSchema } from './orders.ts'
import { moneySchema, objectOf, timestampSchema } from './schemas.ts'

/** A coupon (docs/contract/coupons.md). */
export const couponSchema = z.strictObject({
  id: z.string().describe('Coupon id'),
  code: z.string().describe('Code that customers type; unique, ignoring case'),
  name: z.string().describe('Display name'),
  discountType: z.enum(['percentage', 'fixed']).describe('Whether `discountValue` is a percentage or an amount'),
  discountValue: moneySchema.describe('Percentage of the subtotal, or amount in TWD, as a decimal with two digits'),
  minSpend: moneySchema.describe('Minimum spend: the lowest subtotal that the coupon applies to'),
  maxDiscount: moneySchema.nullable().describe('Maximum discount of a percentage coupon; null means no maximum'),
  startsAt: timestampSchema.describe('When the coupon starts to apply'),
  endsAt: timestampSchema.describe('When the coupon stops applying'),
  usageLimit: z.int().positive().nullable().describe('How many claims may be used or applied; null means no limit'),
  usedCount: z.int().min(0).describe('Number of used claims'),
  status: z.enum(['active', 'inactive']).describe('Only an active coupon applies'),
  createdAt: timestampSchema.describe('Creation'),
  updatedAt: timestampSchema.describe('Last change'),
})
export type Coupon = z.infer<typeof couponSchema>

/** States of a claim (docs/contract/states.md#coupon-claim). */
export const claimStatusSchema = z
  .enum(['available', 'applied', 'used'])
  .describe('State of the claim: available, on an order, or used')
export type ClaimStatus = z.infer<typeof claimStatusSchema>

/** A customer's right to use a coupon once (docs/contract/coupons.md#claims). */
export const couponClaimSchema = z.strictObject({
  id: z.int().positive().describe('Claim id'),
  couponId: z.string().describe('Coupon that may be used'),
  customerId: z.string().describe('Customer who may use it'),
  status: claimStatusSchema,
  orderId: z.string().nullable().describe('Order that the claim is on or was used for; null while it is available'),
  claimedAt: timestampSchema.describe('When the customer got the claim'),
})
export type CouponClaim = z.infer<typeof couponClaimSchema>

/** A claim as its member sees it, with the coupon (docs/contract/member.md#own-coupons). */
export const memberCouponSchema = couponClaimSchema.extend({
  coupon: couponSchema.describe('The whole coupon'),
  applicable: z.boolean().describe('Whether an order of at least `minSpend` could use it now'),
  notApplicableBecause: z
    .enum(['used', 'on_order', 'inactive', 'not_started', 'ended', 'used_up'])
    .nullable()
    .describe(
      'Why not: the claim is used or on an order; or the coupon is inactive, not yet valid, expired or used up; null if it could',
    ),
})
export type MemberCoupon = z.infer<typeof memberCouponSchema>

/** A claim as staff see it, with its customer and its order (docs/contract/admin.md#claims). */
export const adminClaimSchema = couponClaimSchema.extend({
  code: z.string().describe('Code of the coupon'),
  customer: objectOf('Customer who may use it', {
    id: z.string().describe('Customer id'),
    name: z.string().describe('Current name of the account'),
    email: z.string().describe('E-mail, verified or not; empty if the account has none'),
  }),
  discount: moneySchema.nullable().describe('Discount on its order; null while it is available'),
  orderStatus: orderStatusSchema.nullable().describe('Status of its order; null while it is available'),
})
export type AdminClaim = z.infer<typeof adminClaimSchema>

/** Use and cost of a coupon in a range of days (docs/contract/admin.md#coupon-report). */
export const couponReportSchema = z.strictObject({
  couponId: z.string().describe('Coupon id'),
  code: z.string().describe('Code'),
  name: z.string().describe('Display name'),
  claims: z.int().min(0).describe('Customers with a claim on it, whenever they got it'),
  used: z.int().min(0).describe('Orders with it that were paid, or confirmed for cash on delivery, on these days'),
  applied: z.int().min(0).describe('Claims on orders that are currently waiting for payment'),
  subtotal: moneySchema.describe('Sum of `subtotal` of the orders that `used` counts'),
  discount: moneySchema.describe('Its discount on these orders'),
})
export type CouponReport = z.infer<typeof couponReportSchema>
