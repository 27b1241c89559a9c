-- Releases the reserved pieces in the given places, [{"variantId", "locationId", "quantity"}], in the order of (variant id,
-- location id) that every service keeps. It runs with the rights of the schema's owner, so that a service can release stock and
-- change nothing else.
create or replace function inventory.release_stock(places jsonb) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  place record;
begin
  for place in
    select reserved."variantId" as variant_id, reserved."locationId" as location_id, reserved.quantity
    from jsonb_to_recordset(places) as reserved ("variantId" text, "locationId" text, quantity integer)
    order by reserved."variantId", reserved."locationId"
  loop
    update inventory.stock
    set reserved = stock.reserved - place.quantity
    where stock.variant_id = place.variant_id and stock.location_id = place.location_id;
  end loop;
end
$$;

grant execute on function inventory.release_stock to campstore_checkout;
