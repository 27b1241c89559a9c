import { z } from 'zod'
import { money } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** The shipping policy, which is one record (docs/contract/store-checkout.md#shipping-fee). */
export const shippingPolicy = defineRecordType({
  file: 'shipping-policy.json',
  title: 'Shipping policy',
  single: true,
  record: z.strictObject({
    flatFee: money.describe('TWD per order'),
    freeShippingThreshold: money.describe('subtotal in TWD from which shipping is free'),
  }),
  targets: [
    {
      name: 'shipping policy',
      table: 'checkout.shipping_policy',
      columns: ['id', 'flatFee', 'freeShippingThreshold'],
      key: ['id'],
      rows: record => [{ ...record, id: 1 }],
    },
  ],
})
