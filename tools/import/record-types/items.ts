import { z } from 'zod'
import { active, id, money, optionalText, text } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

const variant = z.strictObject({
  id,
  color: optionalText(100),
  size: optionalText(100),
  specification: text(500).describe('what tells this variant from the others, as the customer reads it'),
  price: money
    .nullable()
    .default(null)
    .describe('TWD for one piece, where it is sold; null or left out: it is only rented'),
  active,
})

const sku = z.strictObject({
  id,
  code: text(64).describe('printed on the label; unique, upper and lower case being the same'),
  active,
  variants: z.array(variant).default([]),
})

/** Equipment with its stock-keeping units and their variants. */
export const items = defineRecordType({
  file: 'items.json',
  title: 'Equipment items with SKUs and variants',
  record: z.strictObject({
    id,
    name: text(200),
    category: optionalText(100),
    brand: optionalText(100),
    description: optionalText(5_000),
    active,
    skus: z.array(sku).default([]),
  }),
  targets: [
    {
      name: 'items',
      table: 'catalog.equipment_item',
      columns: ['id', 'name', 'category', 'brand', 'description', 'active'],
      key: ['id'],
      rows: item => [item],
    },
    {
      name: 'skus',
      table: 'catalog.sku',
      within: ['skus'],
      columns: ['id', 'itemId', 'code', 'active'],
      key: ['id'],
      unique: [{ fields: ['code'], foldCase: true }],
      immutable: ['itemId'],
      rows: item => item.skus.map(unit => ({ ...unit, itemId: item.id })),
    },
    {
      name: 'variants',
      table: 'catalog.variant',
      within: ['skus', 'variants'],
      columns: ['id', 'skuId', 'color', 'size', 'specification', 'price', 'active'],
      key: ['id'],
      immutable: ['skuId'],
      rows: item => item.skus.flatMap(unit => unit.variants.map(one => ({ ...one, skuId: unit.id }))),
    },
  ],
})
