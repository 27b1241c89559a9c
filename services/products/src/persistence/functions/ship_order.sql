-- Ships the reserved pieces of an order from its places, [{"variantId", "locationId", "quantity"}]: they leave both the reserved
-- and the on-hand stock, with a movement for each place. Returns false and changes nothing if a place has fewer on hand.
--
-- It runs with the rights of the schema's owner, so that a service can ship stock and change nothing else.
create or replace function inventory.ship_order(
  of_order_id text,
  places jsonb,
  for_reason text,
  by_whom text,
  at timestamptz
) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform inventory.lock_places(places);

  if inventory.places_short_of(places) is not null then
    return false;
  end if;

  perform
  from inventory.book_movements(
    (
      select jsonb_agg(
        place - 'quantity'
          || jsonb_build_object(
            'quantityDelta', -(place ->> 'quantity')::integer, 'reservedDelta', -(place ->> 'quantity')::integer,
            'orderId', of_order_id
          )
      )
      from jsonb_array_elements(places) place
    ),
    for_reason, by_whom, at
  );
  return true;
end
$$;

grant execute on function inventory.ship_order to campstore_checkout;
