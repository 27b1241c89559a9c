import { z } from 'zod'
import { id, whole } from '../fields.ts'
import { defineKind } from '../kind.ts'

/** How many pieces of a variant a location starts with. */
export const stock = defineKind({
  file: 'stock.json',
  title: 'Opening stock',
  record: z.strictObject({
    variantId: id,
    locationId: id,
    onHand: whole(0).describe('pieces; written once, the running service counts from there (see --reset-stock)'),
  }),
  targets: [
    {
      name: 'stock',
      table: 'inventory.stock',
      columns: { variantId: 'text', locationId: 'text', onHand: 'integer' },
      key: ['variantId', 'locationId'],
      references: [
        { field: 'variantId', to: 'variants' },
        { field: 'locationId', to: 'locations' },
      ],
      kept: ['onHand'],
      resettable: true,
      rows: record => [record],
    },
  ],
})
