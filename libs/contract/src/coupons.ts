import { z } from 'zod'
import { orderStatusSchema } from './orders.ts'
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
export const memberCouponSchema = couponClaimSchema.extend({
  coupon: couponSchema.describe('The whole coupon'),
  applicable: z.boolean().describe('Whether an order could use it now, if its items cost at least `minSpend`'),
  notApplicableBecause: z
    .enum(['used', 'on_order', 'inactive', 'not_started', 'ended', 'used_up'])
    .nullable()
    .describe(
      'Why not: it is used, or on an unpaid order; the coupon is not active, not yet or no longer valid, or used up by others; null where it could',
    ),
})
export type MemberCoupon = z.infer<typeof memberCouponSchema>

/** A claim as staff see it, with who has it and the order it is on (docs/contract/admin.md#claims). */
export const adminClaimSchema = couponClaimSchema.extend({
  code: z.string().describe('Code of the coupon'),
  customer: z
    .strictObject({
      id: z.string().describe('Customer id'),
      name: z.string().describe('Name, as the account has it now'),
      email: z.string().describe('E-mail, verified or not; empty where the account has none'),
    })
    .describe('Customer who may use it'),
  discount: moneySchema.nullable().describe('What it takes off its order; null while it is available'),
  orderStatus: orderStatusSchema.nullable().describe('Status of its order; null while it is available'),
})
export type AdminClaim = z.infer<typeof adminClaimSchema>

/** What a coupon did within some days (docs/contract/admin.md#coupon-report). */
export const couponReportSchema = z.strictObject({
  couponId: z.string().describe('Coupon id'),
  code: z.string().describe('Code'),
  name: z.string().describe('Display name'),
  claims: z.int().min(0).describe('Customers who have a claim on it, whenever it was given'),
  used: z.int().min(0).describe('Orders with it that were paid, or confirmed for cash on delivery, on these days'),
  applied: z.int().min(0).describe('Claims on orders that wait for their payment now'),
  subtotal: moneySchema.describe('Sum of `subtotal` of the orders that `used` counts'),
  discount: moneySchema.describe('What it took off these orders'),
})
export type CouponReport = z.infer<typeof couponReportSchema>
