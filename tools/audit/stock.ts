import { always, type Invariant, noted } from './invariant.ts'

/** Rules of stock: reservations and movements. */
export const stockInvariants: readonly Invariant[] = [
  ...always({
    'reserved stock equals active reservations': `
      select variant_id, location_id, stock.reserved, active.pieces
      from inventory.stock
      full join (
        select variant_id, location_id, sum(quantity) as pieces
        from checkout.stock_reservation
        where status = 'active'
        group by variant_id, location_id
      ) active using (variant_id, location_id)
      where coalesce(stock.reserved, 0) <> coalesce(active.pieces, 0)`,
    'each inventory movement continues from the previous one': `
      select id as movement_id, variant_id, location_id, on_hand_before, quantity_delta, on_hand_after
      from (
        select *, lag(on_hand_after) over (partition by variant_id, location_id order by id) as on_hand_before
        from inventory.movement
      ) movement
      where on_hand_before + quantity_delta <> on_hand_after`,
    'stock on hand equals the result of the last movement': `
      select last.variant_id, last.location_id, last.on_hand_after, stock.on_hand
      from (
        select distinct on (variant_id, location_id) variant_id, location_id, on_hand_after
        from inventory.movement
        order by variant_id, location_id, id desc
      ) last
      left join inventory.stock using (variant_id, location_id)
      where stock.on_hand is distinct from last.on_hand_after`,
    // By the time and place of a shipment, because older movements name no order. The reversal of a shipment names its order, whose
    // history has the time of the shipment.
    'shipped items and their inventory movements match': `
      select variant_id, location_id, at, shipped.pieces as of_orders, moved.pieces as of_movements
      from (
        select variant_id, location_id, at, sum(quantity) as pieces
        from (
          select reserved.variant_id, reserved.location_id, reserved.ended_at as at, reserved.quantity
          from checkout.stock_reservation reserved
          join checkout.store_order on store_order.id = reserved.order_id
          where store_order.status in ('shipped', 'completed', 'returned')
          union all
          select reversal.variant_id, reversal.location_id, sent.at, reversal.quantity_delta
          from inventory.movement reversal
          left join checkout.status_history taken_back
            on taken_back.order_id = reversal.order_id
            and taken_back.at = reversal.created_at
            and taken_back.from_status = 'shipped' and taken_back.to_status = 'unshipped'
          left join lateral (
            select at
            from checkout.status_history
            where order_id = taken_back.order_id and id < taken_back.id
              and from_status = 'unshipped' and to_status = 'shipped'
            order by id desc
            limit 1
          ) sent on true
          where reversal.shipment and reversal.quantity_delta > 0
        ) piece
        group by variant_id, location_id, at
      ) shipped
      full join (
        select variant_id, location_id, created_at as at, -sum(quantity_delta) as pieces
        from inventory.movement
        where shipment and quantity_delta < 0
        group by variant_id, location_id, created_at
      ) moved using (variant_id, location_id, at)
      where shipped.pieces is distinct from moved.pieces`,
    // A return that was undone has left a movement and its reversal.
    'pieces that came back to stock and their inventory movements match': `
      select order_id, variant_id, location_id, back.pieces as of_returns, moved.pieces as of_movements
      from (
        select order_return.order_id, item.variant_id, line."locationId" as location_id, sum(line.quantity) as pieces
        from checkout.order_return
        cross join lateral jsonb_to_recordset(items)
          as line ("orderItemId" bigint, quantity integer, "locationId" text)
        join checkout.order_item item on item.id = line."orderItemId"
        where line."locationId" is not null
        group by order_return.order_id, item.variant_id, line."locationId"
      ) back
      full join (
        select order_id, variant_id, location_id, sum(quantity_delta) as pieces
        from inventory.movement
        where order_id is not null and not shipment
        group by order_id, variant_id, location_id
      ) moved using (order_id, variant_id, location_id)
      where coalesce(back.pieces, 0) <> coalesce(moved.pieces, 0)`,
  }),
  ...noted({
    // An administrator's movement may do that; availability is 0 until the stock is corrected (docs/contract/admin.md#inventory).
    'no more stock is reserved for orders than is on hand': `
      select variant_id, location_id, on_hand, reserved
      from inventory.stock
      where reserved > on_hand`,
  }),
]
