import type { AdminOrder } from '@campstore/contract/orders'
import type { Transaction } from '@campstore/database/database'
import { itemsWith } from './orders.ts'

/** SQL of the items of `store_order`, each with the locations of its reserved pieces and the pieces on hand there. */
export const pickedItems = itemsWith(/* sql */ `
  'picks', (
    select coalesce(json_agg(json_build_object(
      'locationId', reservation.location_id, 'locationName', coalesce(stock.location_name, reservation.location_id),
      'quantity', reservation.quantity, 'onHand', coalesce(stock.on_hand, 0),
      'missing', greatest(reservation.quantity - coalesce(stock.on_hand, 0), 0)
    ) order by reservation.location_id), '[]')
    from checkout.stock_reservation reservation
    left join inventory.located_stock stock
      on stock.variant_id = reservation.variant_id and stock.location_id = reservation.location_id
    where reservation.order_id = store_order.id and reservation.variant_id = item.variant_id
      and reservation.status = 'active'
  )`)

/** The staff's data of an order: its items with their locations, and who shipped it when; timestamps are text. */
export async function findPacking(tx: Transaction, orderId: string): Promise<Pick<AdminOrder, 'items' | 'shipment'>> {
  const { rows } = await tx.query<Pick<AdminOrder, 'items' | 'shipment'>>({
    name: 'packing-of-order',
    text: /* sql */ `
    select
      ${pickedItems} as items,
      (
        select json_build_object('carrier', carrier, 'trackingNumber', tracking_number, 'at', entry.at, 'by', json_build_object(
          'id', entry.actor_id,
          'name', (select name from admin.administrator_name where id = entry.actor_id)
        ))
        from checkout.status_history entry
        where entry.order_id = store_order.id and entry.to_status = 'shipped' and entry.from_status = 'unshipped'
          and entry.actor_type = 'admin'
        order by entry.id desc
        limit 1
      ) as shipment
    from checkout.store_order
    where id = $1`,
    values: [orderId],
  })
  return rows[0] ?? { items: [], shipment: null }
}
