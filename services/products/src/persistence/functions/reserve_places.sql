-- Reserves pieces of variants, each at a location whose stock the caller has locked by lock_store_stock, and found available. It runs with
-- the rights of the schema's owner, so that a service can reserve stock and change nothing else.
create or replace function inventory.reserve_places(of_variants text[], at_locations text[], pieces integer[]) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update inventory.stock
  set reserved = stock.reserved + added.pieces
  from (
    select place.variant_id, place.location_id, sum(place.pieces)::integer as pieces
    from unnest(of_variants, at_locations, pieces) as place (variant_id, location_id, pieces)
    group by place.variant_id, place.location_id
  ) added
  where stock.variant_id = added.variant_id and stock.location_id = added.location_id;
end
$$;

grant execute on function inventory.reserve_places to campstore_checkout;
