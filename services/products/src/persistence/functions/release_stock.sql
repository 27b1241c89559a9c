-- Releases what was reserved in these places, in the order of (variant id, location id) that every service keeps. It runs with
-- the rights of the schema's owner, so that a service can release stock and change nothing else.
create or replace function inventory.release_stock(variant_ids text[], location_ids text[], pieces integer[]) returns void
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

-- The same for places as JSON: [{"variantId", "locationId", "quantity"}].
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

grant execute on function inventory.release_stock(text[], text[], integer[]), inventory.release_stock(jsonb)
  to campstore_checkout;
