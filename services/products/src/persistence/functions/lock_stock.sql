-- Locks the stock of variants at one location, in the order of (variant id, location id) that every service keeps, and returns
-- the pieces on hand. A variant without a row has nothing on hand.
--
-- It runs with the rights of the schema's owner, so that a service can lock stock without being able to change it.
create or replace function inventory.lock_stock(variant_ids text[], at_location_id text)
returns table (variant_id text, on_hand integer)
language sql
security definer
set search_path = inventory, pg_temp
as $$
  select stock.variant_id, stock.on_hand
  from inventory.stock
  where stock.variant_id = any (variant_ids)
    and stock.location_id = at_location_id
  order by stock.variant_id, stock.location_id
  for no key update
$$;

grant execute on function inventory.lock_stock to campstore_booking;
