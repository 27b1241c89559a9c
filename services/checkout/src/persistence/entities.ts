import type { Coupon } from '@campstore/contract/coupons'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A coupon, as administrators set it up. The database counts its used claims. */
export const CouponEntity = defineEntity({
  name: 'Coupon',
  schema: 'checkout',
  tableName: 'coupon',
  properties: {
    id: p.text().primary(),
    code: p.text(),
    name: p.text(),
    discountType: p.text().$type<Coupon['discountType']>(),
    discountValue: p.decimal('string'),
    minSpend: p.decimal('string'),
    maxDiscount: p.decimal('string').nullable(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    usageLimit: p.integer().nullable(),
    usedCount: p.integer().default(0),
    status: p.text().$type<Coupon['status']>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type CouponRow = InferEntity<typeof CouponEntity>

/** Everything that MikroORM maps in this service: what operators maintain. */
export const entities = [CouponEntity]
