import { z } from 'zod'
import { id, whole } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** How many pieces of a variant a location starts with. */
export const stock = defineRecordType({
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
      columns: ['variantId', 'locationId', 'onHand'],
      key: ['variantId', 'locationId'],
      references: [
        { field: 'variantId', to: 'variants' },
        { field: 'locationId', to: 'locations' },
      ],
      insertOnly: ['onHand'],
      resettable: true,
      // Every change of stock on hand has a movement, also a reset.
      beforeReset: `
        with counted as (
          select variant_id, location_id, stored.on_hand, staged.on_hand as reset_to
          from inventory.stock stored
          join staged_inventory_stock staged using (variant_id, location_id)
          order by variant_id, location_id
          for no key update of stored
        )
        insert into inventory.movement
          (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at)
        select variant_id, location_id, reset_to - on_hand, 'reset to the opening stock', reset_to, 'import', now()
        from counted
        where reset_to <> on_hand`,
      rows: record => [record],
    },
  ],
})
