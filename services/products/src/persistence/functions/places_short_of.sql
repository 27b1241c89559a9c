-- Of the given places, [{"variantId", "locationId", "quantity"}], returns the ones with fewer pieces on hand than quantity,
-- with "onHand"; null if there are none. The checkout uses it to say why it could not ship an order. It runs with the rights of
-- the schema's owner.
create or replace function inventory.places_short_of(places jsonb) returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_agg(place || jsonb_build_object('onHand', coalesce(stock.on_hand, 0)))
  from jsonb_array_elements(places) place
  left join inventory.stock
    on stock.variant_id = place ->> 'variantId' and stock.location_id = place ->> 'locationId'
  where (place ->> 'quantity')::integer > coalesce(stock.on_hand, 0)
$$;

grant execute on function inventory.places_short_of to campstore_checkout;
