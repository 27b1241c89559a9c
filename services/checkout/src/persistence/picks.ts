import type { OrderPick } from '@campstore/contract/orders'
import type { Transaction } from '@campstore/database/database'

/** The reserved pieces of an order at each location, with the pieces on hand there, as JSON in the order of the locations. */
const picksWhere = (condition: string): string => /* sql */ `(
    select coalesce(json_agg(json_build_object(
      'variantId', reservation.variant_id, 'locationId', reservation.location_id,
      'locationName', coalesce(stock.location_name, reservation.location_id), 'quantity', reservation.quantity,
      'onHand', coalesce(stock.on_hand, 0), 'missing', greatest(reservation.quantity - coalesce(stock.on_hand, 0), 0)
    ) order by reservation.location_id), '[]')
    from checkout.stock_reservation reservation
    left join inventory.located_stock stock
      on stock.variant_id = reservation.variant_id and stock.location_id = reservation.location_id
    where reservation.status = 'active' and ${condition}
  )`

/** A pick, and the variant that it is of. */
export type VariantPick = OrderPick & { variantId: string }

/** SQL of the picks of `store_order`, as JSON: {@link VariantPick}. */
export const picksOfOrder = picksWhere('reservation.order_id = store_order.id')

/** The staff's data of an order beyond its own row: where its pieces are, and who shipped it when. */
export type Packing = {
  picks: VariantPick[]
  shipped: { at: string; by: { id: string; name: string | null } } | null
}

/** Reads the {@link Packing} of an order. */
export async function findPacking(tx: Transaction, orderId: string): Promise<Packing> {
  const { rows } = await tx.query<Packing>({
    name: 'packing-of-order',
    text: /* sql */ `
    select
      ${picksWhere('reservation.order_id = $1')} as picks,
      (
        select json_build_object('at', entry.at, 'by', json_build_object(
          'id', entry.actor_id,
          'name', (select name from admin.administrator_name where id = entry.actor_id)
        ))
        from checkout.status_history entry
        where entry.order_id = $1 and entry.to_status = 'shipped' and entry.from_status = 'unshipped'
          and entry.actor_type = 'admin'
        order by entry.id desc
        limit 1
      ) as shipped`,
    values: [orderId],
  })
  return rows[0] ?? { picks: [], shipped: null }
}
