import { z } from 'zod'
import { id, money, text, timestamp, whole } from '../fields.ts'
import { jsonRecords } from '../json-records.ts'

/** The shipping policy, which is one record (docs/contract/store-checkout.md#shipping-fee). */
export const shippingPolicy = jsonRecords({
  file: 'shipping-policy.json',
  title: 'Shipping policy',
  single: true,
  record: z.strictObject({
    flatFee: money.describe('TWD per order'),
    freeShippingThreshold: money.describe('subtotal in TWD from which shipping is free'),
  }),
  table: 'checkout.shipping_policy',
})

/** Coupons (docs/contract/coupons.md#discount). The customers who may use them are in coupon-claims.json. */
export const coupons = jsonRecords({
  file: 'coupons.json',
  title: 'Coupons',
  record: z
    .strictObject({
      id,
      code: text(64).describe('unique, upper and lower case being the same'),
      name: text(200),
      discountType: z.enum(['percentage', 'fixed']),
      discountValue: money.describe('per cent of the subtotal, or TWD'),
      minSpend: money.default('0.00').describe('TWD; smallest subtotal'),
      maxDiscount: money.nullable().default(null).describe('TWD; most that a percentage takes off; null: no limit'),
      startsAt: timestamp,
      endsAt: timestamp.describe('from then on it cannot be used'),
      usageLimit: whole(1).nullable().default(null).describe('how many orders may use it; null: any number'),
      usedCount: whole(0)
        .default(0)
        .describe('orders of before that used it; written once, the service counts from there'),
      status: z.enum(['active', 'inactive']).default('active'),
    })
    // Invalid numbers and times are reported by the schema; here they compare as false.
    .refine(coupon => !(Number(coupon.discountValue) <= 0), { path: ['discountValue'], error: 'must be above 0.00' })
    .refine(coupon => coupon.discountType === 'fixed' || !(Number(coupon.discountValue) > 100), {
      path: ['discountValue'],
      error: 'must be at most 100.00 per cent',
    })
    .refine(coupon => !(new Date(coupon.startsAt) >= new Date(coupon.endsAt)), {
      path: ['endsAt'],
      error: 'must be after startsAt',
    })
    .refine(coupon => coupon.usageLimit === null || coupon.usedCount <= coupon.usageLimit, {
      path: ['usedCount'],
      error: 'must not be above usageLimit',
    }),
  table: 'checkout.coupon',
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
    claimedAt: timestamp,
  }),
  table: 'checkout.coupon_claim',
  key: ['couponId', 'customerId'],
  references: { couponId: 'coupons', customerId: 'customers' },
  insertOnly: ['claimedAt'],
})
