import type { ClaimStatus, Coupon } from '@campstore/contract/coupons'
import type { Money } from '@campstore/core/money'
import { defineEntity, p } from '@mikro-orm/core'

/** A coupon, as administrators set it up. The database counts its used claims. */
export const CouponEntity = defineEntity({
  name: 'Coupon',
  schema: 'checkout',
  properties: {
    id: p.text().primary(),
    code: p.text(),
    name: p.text(),
    discountType: p.text().$type<Coupon['discountType']>(),
    discountValue: p.decimal('string').$type<Money>(),
    minSpend: p.decimal('string').$type<Money>(),
    maxDiscount: p.decimal('string').$type<Money>().nullable(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    usageLimit: p.integer().nullable(),
    usedCount: p.integer().default(0),
    status: p.text().$type<Coupon['status']>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A customer's right to use a coupon once. Checkouts apply, use and release claims by SQL. */
export const CouponClaimEntity = defineEntity({
  name: 'CouponClaim',
  schema: 'checkout',
  properties: {
    id: p.bigint('number').primary(),
    couponId: p.text(),
    customerId: p.text(),
    status: p.text().$type<ClaimStatus>(),
    orderId: p.text().nullable(),
    claimedAt: p.datetime(),
  },
})

/** The shipping policy: one record, with the id 1. */
export const ShippingPolicyEntity = defineEntity({
  name: 'ShippingPolicy',
  schema: 'checkout',
  properties: {
    id: p.integer().primary(),
    flatFee: p.decimal('string').$type<Money>(),
    freeShippingThreshold: p.decimal('string').$type<Money>(),
  },
})

/** Everything that MikroORM maps in this service: data that operators maintain. */
export const entities = [CouponEntity, CouponClaimEntity, ShippingPolicyEntity]
