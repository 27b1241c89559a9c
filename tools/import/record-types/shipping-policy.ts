import { z } from 'zod'
import { money } from '../fields.ts'
import { defineKind } from '../record-type.ts'

/** What shipping costs; one record (decisions.md, 7). */
export const shippingPolicy = defineKind({
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
      columns: { id: 'integer', flatFee: 'numeric', freeShippingThreshold: 'numeric' },
      key: ['id'],
      rows: record => [{ ...record, id: 1 }],
    },
  ],
})
