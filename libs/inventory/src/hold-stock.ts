/**
 * SQL of the functions by which orders hold stock of the store and give it back, one array per field: an order's few places
 * are looked up one by one, whatever the planner thinks of the size of the stock. They replace `reserve_stock` and
 * `release_stock` of `storeStockFunctions`, whose names with jsonb stay for changes of orders and for older processes.
 *
 * All run with the rights of the schema's owner, so that a service may hold and ship stock and change nothing else.
 */
export const holdStockFunctions: readonly string[] = [
  /* sql */ `
-- Reserves pieces of different variants from the active store locations in the order of their ids; an item may come from
-- several. Answers the places, or nulls, with nothing changed, when any of the variants is short: availability is counted
-- over all locations, for one may have been emptied below what it has reserved.
create function inventory.reserve_stock(
  of_variants text[],
  quantities integer[],
  out variant_ids text[],
  out location_ids text[],
  out pieces integer[]
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  free_at record;
  wish integer;
  taken integer;
  missing integer[] := quantities;
  available bigint[] := array_fill(0::bigint, array[cardinality(of_variants)]);
begin
  variant_ids := '{}';
  location_ids := '{}';
  pieces := '{}';

  for free_at in
    select stock.variant_id, stock.location_id, stock.on_hand - stock.reserved as free
    from inventory.stock
    join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
    where stock.variant_id = any (of_variants)
    order by stock.variant_id, stock.location_id
    for no key update of stock
  loop
    wish := array_position(of_variants, free_at.variant_id);
    available[wish] := available[wish] + free_at.free;
    taken := least(free_at.free, missing[wish]);
    if taken > 0 then
      missing[wish] := missing[wish] - taken;
      variant_ids := variant_ids || free_at.variant_id;
      location_ids := location_ids || free_at.location_id;
      pieces := pieces || taken;
    end if;
  end loop;

  for wish in 1 .. cardinality(of_variants) loop
    if quantities[wish] > available[wish] then
      variant_ids := null;
      location_ids := null;
      pieces := null;
      return;
    end if;
  end loop;

  for place in 1 .. cardinality(pieces) loop
    update inventory.stock
    set reserved = reserved + pieces[place]
    where variant_id = variant_ids[place] and location_id = location_ids[place];
  end loop;
end
$$;
`,
  /* sql */ `
-- Gives back what was reserved in these places, in the order of (variant id, location id) that every service keeps.
create function inventory.release_stock(variant_ids text[], location_ids text[], pieces integer[]) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  place record;
begin
  for place in
    select reserved.variant_id, reserved.location_id, reserved.quantity
    from unnest(variant_ids, location_ids, pieces) as reserved (variant_id, location_id, quantity)
    order by reserved.variant_id, reserved.location_id
  loop
    update inventory.stock
    set reserved = stock.reserved - place.quantity
    where stock.variant_id = place.variant_id and stock.location_id = place.location_id;
  end loop;
end
$$;
`,
  /* sql */ `
create or replace function inventory.reserve_stock(wanted jsonb) returns jsonb
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  select (
    select jsonb_agg(jsonb_build_object('variantId', place.variant_id, 'locationId', place.location_id, 'quantity', place.pieces))
    from unnest(reserved.variant_ids, reserved.location_ids, reserved.pieces) as place (variant_id, location_id, pieces)
  )
  from inventory.reserve_stock(
    array(select wish ->> 'variantId' from jsonb_array_elements(wanted) wish),
    array(select (wish ->> 'quantity')::integer from jsonb_array_elements(wanted) wish)
  ) reserved
$$;
`,
  /* sql */ `
create or replace function inventory.release_stock(places jsonb) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  select inventory.release_stock(
    array(select place ->> 'variantId' from jsonb_array_elements(places) place),
    array(select place ->> 'locationId' from jsonb_array_elements(places) place),
    array(select (place ->> 'quantity')::integer from jsonb_array_elements(places) place)
  )
$$;
`,
]
