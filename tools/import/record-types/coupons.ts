import { z } from 'zod'
import { id, money, text, timestamp, whole } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** Coupons (docs/contract/coupons.md#discount). The customers who may use them are in coupon-claims.json. */
export const coupons = defineRecordType({
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
  targets: [
    {
      name: 'coupons',
      table: 'checkout.coupon',
      columns: [
        'id',
        'code',
        'name',
        'discountType',
        'discountValue',
        'minSpend',
        'maxDiscount',
        'startsAt',
        'endsAt',
        'usageLimit',
        'usedCount',
        'status',
      ],
      key: ['id'],
      unique: [{ fields: ['code'], foldCase: true }],
      insertOnly: ['usedCount'],
      changedAt: 'updated_at',
      rows: coupon => [coupon],
    },
  ],
})
