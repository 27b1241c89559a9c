import { type AdminOrder, pickedItemsSchema, pickSchema, shipmentSchema } from '@campstore/contract/orders'
import type { Transaction } from '@campstore/database/database'
import { contractJson } from '@campstore/service/contract-json'
import { itemsAs } from './orders.ts'

/** SQL of the reserved pieces of an `item` at each location, with the pieces on hand there, as JSON in the order of the locations. */
const picks = /* sql */ `(
    select coalesce(json_agg(${contractJson('reservation', pickSchema, {
      locationName: 'coalesce(stock.location_name, reservation.location_id)',
      onHand: 'coalesce(stock.on_hand, 0)',
      missing: 'greatest(reservation.quantity - coalesce(stock.on_hand, 0), 0)',
    })} order by reservation.location_id), '[]')
    from checkout.stock_reservation reservation
    left join inventory.located_stock stock
      on stock.variant_id = reservation.variant_id and stock.location_id = reservation.location_id
    where reservation.order_id = item.order_id and reservation.variant_id = item.variant_id
      and reservation.status = 'active'
  )`

/** SQL of the items of `store_order` with their picks, as JSON. */
export const pickedItems = itemsAs(pickedItemsSchema.element, { picks })

/** SQL of who shipped `store_order` and when, as JSON; null before. */
const shipment = /* sql */ `(
    select ${contractJson('store_order', shipmentSchema, {
      at: 'entry.at',
      by: `json_build_object('id', entry.actor_id, 'name', (
        select name from admin.administrator_name where id = entry.actor_id
      ))`,
    })}
    from checkout.status_history entry
    where entry.order_id = store_order.id and entry.to_status = 'shipped' and entry.from_status = 'unshipped'
      and entry.actor_type = 'admin'
    order by entry.id desc
    limit 1
  )`

/** The staff's data of an order beyond its own row; timestamps are text. */
type Packing = Pick<AdminOrder, 'items' | 'shipment'>

/** Reads the {@link Packing} of an order. */
export async function findPacking(tx: Transaction, orderId: string): Promise<Packing> {
  const { rows } = await tx.query<Packing>({
    name: 'packing-of-order',
    text: `select ${pickedItems} as items, ${shipment} as shipment from checkout.store_order where id = $1`,
    values: [orderId],
  })
  return rows[0] ?? { items: [], shipment: null }
}
