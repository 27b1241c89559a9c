-- Locks the stock of variants, each at a location, in the order of (variant id, location id) that every service keeps, and returns the
-- pieces on hand. A variant without a row has nothing on hand.
--
-- It runs with the rights of the schema's owner, so that a service can lock stock without being able to change it.
create or replace function inventory.lock_stock_at(variant_ids text[], location_ids text[])
returns table (variant_id text, location_id text, on_hand integer)
language sql
security definer
set search_path = inventory, pg_temp
as $$
  select stock.variant_id, stock.location_id, stock.on_hand
  from inventory.stock
  join (
    select distinct place.variant_id, place.location_id
    from unnest(variant_ids, location_ids) as place (variant_id, location_id)
  ) wanted on wanted.variant_id = stock.variant_id and wanted.location_id = stock.location_id
  order by stock.variant_id, stock.location_id
  for no key update of stock
$$;

grant execute on function inventory.lock_stock_at to campstore_booking;
