-- Locks the stock of some places, [{"variantId", "locationId"}], until the transaction ends, in the order of every other transaction.
create or replace function inventory.lock_places(places jsonb) returns void
language plpgsql
as $$
begin
  perform
  from inventory.stock
  where (stock.variant_id, stock.location_id) in (
    select place ->> 'variantId', place ->> 'locationId' from jsonb_array_elements(places) place
  )
  order by stock.variant_id, stock.location_id
  for no key update;
end
$$;
