-- Ships pieces without saying of which order, for the function of the checkout of the version before. It goes one version later.
create or replace function inventory.ship_stock(places jsonb, for_reason text, by_whom text, at timestamptz) returns boolean
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  select inventory.ship_order(null, places, for_reason, by_whom, at)
$$;

grant execute on function inventory.ship_stock to campstore_checkout;
