-- Reverses inventory.return_stock: pieces of an order leave the stock again, [{"variantId", "locationId", "quantity"}], with a movement
-- for each place. Refuses with CS205 if a place has fewer that are not reserved: its detail is these places with "available".
--
-- It runs with the rights of the schema's owner, so that a service can reverse a return and change nothing else.
create or replace function inventory.undo_return(
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
declare
  short jsonb;
begin
  perform inventory.lock_places(places);

  select jsonb_agg(place || jsonb_build_object('available', greatest(stock.on_hand - stock.reserved, 0)))
  into short
  from jsonb_array_elements(places) place
  join inventory.stock
    on stock.variant_id = place ->> 'variantId' and stock.location_id = place ->> 'locationId'
  where (place ->> 'quantity')::integer > stock.on_hand - stock.reserved;
  if short is not null then
    raise exception 'stock_unavailable' using errcode = 'CS205', detail = short;
  end if;

  perform
  from inventory.book_movements(
    (
      select jsonb_agg(
        place - 'quantity'
          || jsonb_build_object(
            'quantityDelta', -(place ->> 'quantity')::integer, 'reservedDelta', 0, 'orderId', of_order_id
          )
      )
      from jsonb_array_elements(places) place
    ),
    for_reason, by_whom, at
  );
end
$$;

grant execute on function inventory.undo_return to campstore_checkout;
