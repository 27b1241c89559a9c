-- Locks the stock of variants at the active store locations, in the order of (variant id, location id) that every service keeps, and
-- returns the pieces that can be reserved there: less than none where a movement has taken the stock below its reserved pieces.
--
-- It runs with the rights of the schema's owner, so that a service can lock stock without being able to change it.
create or replace function inventory.lock_store_stock(of_variants text[])
returns table (variant_id text, location_id text, available integer)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select stock.variant_id, stock.location_id, stock.on_hand - stock.reserved
  from inventory.stock
  join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
  where stock.variant_id = any (of_variants)
  order by stock.variant_id, stock.location_id
  for no key update of stock;
end
$$;

grant execute on function inventory.lock_store_stock to campstore_checkout;
