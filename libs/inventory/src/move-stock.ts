/**
 * SQL of the functions that book movements of stock. `inventory.book_movements` is the only writer of a movement: on hand
 * and its movement change together, by orders that are shipped ({@link storeStockFunctions}) and by administrators alike.
 */
export const movementFunctions: readonly string[] = [
  /* sql */ `
-- Books moves, [{"variantId", "locationId", "quantityDelta", "reservedDelta"}], of rows whose locks are held and which allow
-- them, each with its movement, in the order of (variant id, location id).
create function inventory.book_movements(moves jsonb, for_reason text, by_whom text, at timestamptz)
returns setof inventory.movement
language sql
set search_path = pg_catalog, pg_temp
as $$
  with moved as (
    update inventory.stock
    set on_hand = stock.on_hand + move."quantityDelta",
        reserved = stock.reserved + move."reservedDelta"
    from jsonb_to_recordset(moves)
      as move ("variantId" text, "locationId" text, "quantityDelta" integer, "reservedDelta" integer)
    where stock.variant_id = move."variantId" and stock.location_id = move."locationId"
    returning stock.variant_id, stock.location_id, move."quantityDelta" as quantity_delta, stock.on_hand
  )
  insert into inventory.movement
    (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at)
  select moved.variant_id, moved.location_id, moved.quantity_delta, for_reason, moved.on_hand, by_whom, at
  from moved
  order by moved.variant_id, moved.location_id
  returning *;
$$;
`,
  /* sql */ `
-- Moves pieces of a variant to or from a location, also below what is reserved there (decisions.md, 12); where the variant
-- had no stock yet it has then. Nothing is changed unless the outcome is 'moved'; the others are 'unknown_variant',
-- 'unknown_location', 'insufficient' for less than nothing on hand, and 'overflow' for more than can be counted.
create function inventory.move_stock(
  of_variant_id text,
  at_location_id text,
  delta integer,
  for_reason text,
  by_whom text,
  at timestamptz,
  out outcome text,
  out movement json
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  on_hand_after bigint;
begin
  perform from catalog.variant where id = of_variant_id;
  if not found then
    outcome := 'unknown_variant';
    return;
  end if;
  perform from inventory.location where id = at_location_id;
  if not found then
    outcome := 'unknown_location';
    return;
  end if;

  if delta > 0 then
    insert into inventory.stock (variant_id, location_id, on_hand)
    values (of_variant_id, at_location_id, 0)
    on conflict do nothing;
  end if;
  select stock.on_hand into on_hand_after
  from inventory.stock
  where stock.variant_id = of_variant_id and stock.location_id = at_location_id
  for no key update;
  on_hand_after := coalesce(on_hand_after, 0) + delta;

  if on_hand_after < 0 then
    outcome := 'insufficient';
  elsif on_hand_after > 2147483647 then
    outcome := 'overflow';
  else
    outcome := 'moved';
    select to_json(booked) into movement
    from inventory.book_movements(
      jsonb_build_array(
        jsonb_build_object(
          'variantId', of_variant_id, 'locationId', at_location_id, 'quantityDelta', delta, 'reservedDelta', 0
        )
      ),
      for_reason, by_whom, at
    ) booked;
  end if;
end
$$;
`,
]
