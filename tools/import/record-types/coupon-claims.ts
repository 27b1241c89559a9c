import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { defineKind } from '../record-type.ts'

/** Who may use a coupon, once each. Whether a claim is free, applied or used is the running service's (decisions.md, 8). */
export const couponClaims = defineKind({
  file: 'coupon-claims.json',
  title: 'Coupon claims of customers',
  record: z.strictObject({
    couponId: id,
    customerId: id.describe('a customer of customers.json; one claim per coupon and customer'),
    claimedAt: timestamp,
  }),
  targets: [
    {
      name: 'coupon claims',
      table: 'checkout.coupon_claim',
      columns: { couponId: 'text', customerId: 'text', claimedAt: 'timestamptz' },
      key: ['couponId', 'customerId'],
      references: [
        { field: 'couponId', to: 'coupons' },
        { field: 'customerId', to: 'customers' },
      ],
      kept: ['claimedAt'],
      rows: claim => [claim],
    },
  ],
})
