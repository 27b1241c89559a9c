-- The pieces of variants on hand over all active store locations, reserved ones too; locks nothing. The checkout uses it to limit
-- the share that one member may hold. It runs with the rights of the schema's owner.
create or replace function inventory.on_hand_in_stores(p_variant_ids text[])
returns table (variant_id text, pieces bigint)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select stock.variant_id, sum(stock.on_hand)
  from inventory.stock
  join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
  where stock.variant_id = any (p_variant_ids)
  group by stock.variant_id
$$;

grant execute on function inventory.on_hand_in_stores to campstore_checkout;
