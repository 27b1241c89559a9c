-- Reserves quantities of different variants from the active store locations, in the order of the locations' ids; one variant
-- may come from several. Returns the places; or returns nulls and changes nothing, if any variant is short. Availability is
-- counted over all locations, because a movement may have taken one below its reserved quantity.
--
-- An order's few variants are looked up one by one, regardless of the planner's estimate of the stock. The function
-- runs with the rights of the schema's owner, so that a service can reserve stock and change nothing else.
create or replace function inventory.reserve_stock(
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
  place record;
  item integer;
  taken integer;
  missing integer[] := quantities;
  available bigint[] := array_fill(0::bigint, array[cardinality(of_variants)]);
begin
  variant_ids := '{}';
  location_ids := '{}';
  pieces := '{}';

  for place in
    select stock.variant_id, stock.location_id, stock.on_hand - stock.reserved as free
    from inventory.stock
    join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
    where stock.variant_id = any (of_variants)
    order by stock.variant_id, stock.location_id
    for no key update of stock
  loop
    item := array_position(of_variants, place.variant_id);
    available[item] := available[item] + place.free;
    taken := least(place.free, missing[item]);
    if taken > 0 then
      missing[item] := missing[item] - taken;
      variant_ids := variant_ids || place.variant_id;
      location_ids := location_ids || place.location_id;
      pieces := pieces || taken;
    end if;
  end loop;

  for item in 1 .. cardinality(of_variants) loop
    if quantities[item] > available[item] then
      variant_ids := null;
      location_ids := null;
      pieces := null;
      return;
    end if;
  end loop;

  update inventory.stock
  set reserved = stock.reserved + reserving.taken
  from unnest(variant_ids, location_ids, pieces) as reserving (variant_id, location_id, taken)
  where stock.variant_id = reserving.variant_id and stock.location_id = reserving.location_id;
end
$$;

grant execute on function inventory.reserve_stock to campstore_checkout;
