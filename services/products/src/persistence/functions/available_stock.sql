-- The pieces of variants that could be reserved at this moment, over all active store locations; locks nothing. The
-- checkout uses it to report the remaining pieces after refusing an order. It runs with the rights of the schema's owner.
create or replace function inventory.available_stock(p_variant_ids text[])
returns table (variant_id text, pieces integer)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select stock.variant_id, least(greatest(sum(stock.on_hand - stock.reserved), 0), 2147483647)::integer
  from inventory.stock
  join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
  where stock.variant_id = any (p_variant_ids)
  group by stock.variant_id
$$;

grant execute on function inventory.available_stock to campstore_checkout;
