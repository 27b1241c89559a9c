-- Reverses inventory.ship_order at the places that the pieces of an order left, [{"variantId", "locationId", "quantity"}]: they are
-- on hand and reserved again, with a movement for each place. A movement may have taken a place below its reserved quantity
-- meanwhile: the order then lacks the pieces as any other. Refuses with CS204 if a location would have more than an integer counts.
--
-- It runs with the rights of the schema's owner, so that a service can reverse a shipment and change nothing else.
create or replace function inventory.unship_order(
  of_order_id text,
  places jsonb,
  for_reason text,
  by_whom text,
  at timestamptz
) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform inventory.lock_places(places);

  perform
  from jsonb_to_recordset(places) as place ("variantId" text, "locationId" text, quantity integer)
  join inventory.stock on stock.variant_id = place."variantId" and stock.location_id = place."locationId"
  where greatest(stock.on_hand, stock.reserved)::bigint + place.quantity > 2147483647;
  if found then
    raise exception 'stock overflow' using errcode = 'CS204';
  end if;

  perform
  from inventory.book_movements(
    (
      select jsonb_agg(
        place - 'quantity'
          || jsonb_build_object(
            'quantityDelta', place -> 'quantity', 'reservedDelta', place -> 'quantity', 'orderId', of_order_id
          )
      )
      from jsonb_array_elements(places) place
    ),
    for_reason, by_whom, at
  );
end
$$;

grant execute on function inventory.unship_order to campstore_checkout;
