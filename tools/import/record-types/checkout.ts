import { couponFits, createCouponSchema } from '@campstore/contract/admin/coupons'
import { changeShippingPolicySchema } from '@campstore/contract/admin/policies'
import { instantSchema, wholeInput } from '@campstore/contract/schemas'
import { money } from '@campstore/core/money'
import { z } from 'zod'
import { id } from '../fields.ts'
import { jsonRecords } from '../json-records.ts'

/** The shipping policy, which is one record (docs/contract/store-checkout.md#shipping-fee). */
export const shippingPolicy = jsonRecords({
  file: 'shipping-policy.json',
  title: 'Shipping policy',
  single: true,
  record: changeShippingPolicySchema.required(),
  table: 'checkout.shipping_policy',
})

/** Coupons (docs/contract/coupons.md#discount). The customers who may use them are in coupon-claims.json. */
export const coupons = jsonRecords({
  file: 'coupons.json',
  title: 'Coupons',
  record: z
    .strictObject({
      id,
      ...createCouponSchema.shape,
      minSpend: createCouponSchema.shape.minSpend.default(money(0)),
      usedCount: wholeInput(0)
        .default(0)
        .describe('orders of before that used it; written once, the service counts from there'),
    })
    .superRefine(couponFits)
    .refine(coupon => !coupon.usageLimit || coupon.usedCount <= coupon.usageLimit, {
      path: ['usedCount'],
      error: 'must not be above usageLimit',
    }),
  table: 'checkout.coupon',
  unique: { fields: ['code'], by: 'key' },
  insertOnly: ['usedCount'],
  changedAt: 'updated_at',
})

/** The customers who may use a coupon, once each. The running service sets the status of claims (docs/contract/coupons.md#claims). */
export const couponClaims = jsonRecords({
  file: 'coupon-claims.json',
  title: 'Coupon claims of customers',
  record: z.strictObject({
    couponId: id,
    customerId: id.describe('a customer of customers.json; one claim per coupon and customer'),
    claimedAt: instantSchema,
  }),
  table: 'checkout.coupon_claim',
  key: ['couponId', 'customerId'],
  references: { couponId: 'coupons', customerId: 'customers' },
  insertOnly: ['claimedAt'],
})
