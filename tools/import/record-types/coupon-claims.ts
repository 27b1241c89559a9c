import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** The customers who may use a coupon, once each. The running service sets the status of claims (docs/contract/coupons.md#claims). */
export const couponClaims = defineRecordType({
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
      columns: ['couponId', 'customerId', 'claimedAt'],
      key: ['couponId', 'customerId'],
      references: [
        { field: 'couponId', to: 'coupons' },
        { field: 'customerId', to: 'customers' },
      ],
      insertOnly: ['claimedAt'],
      rows: claim => [claim],
    },
  ],
})
