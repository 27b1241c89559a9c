-- The only writer of movements: on-hand stock and its movement change together, when orders are shipped and when administrators
-- move stock. It books moves, [{"variantId", "locationId", "quantityDelta", "reservedDelta", "orderId", "transferId"}], of rows
-- that the caller has locked and found sufficient, in the order of (variant id, location id). A move that also changes the
-- reserved stock is a shipment, or its reversal. Each row of stock may be moved once.
create or replace function inventory.book_movements(moves jsonb, for_reason text, by_whom text, at timestamptz)
returns setof inventory.movement
language sql
set search_path = pg_catalog, pg_temp
as $$
  with moved as (
    update inventory.stock
    set on_hand = stock.on_hand + move."quantityDelta",
        reserved = stock.reserved + move."reservedDelta"
    from jsonb_to_recordset(moves)
      as move (
        "variantId" text, "locationId" text, "quantityDelta" integer, "reservedDelta" integer, "orderId" text,
        "transferId" text
      )
    where stock.variant_id = move."variantId" and stock.location_id = move."locationId"
    returning stock.variant_id, stock.location_id, move."quantityDelta" as quantity_delta, stock.on_hand,
      move."reservedDelta" <> 0 as shipment, move."orderId" as order_id, move."transferId" as transfer_id
  )
  insert into inventory.movement (
    variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at, shipment, order_id, transfer_id
  )
  select
    moved.variant_id, moved.location_id, moved.quantity_delta, for_reason, moved.on_hand, by_whom, at, moved.shipment,
    moved.order_id, moved.transfer_id
  from moved
  order by moved.variant_id, moved.location_id
  returning *;
$$;
