-- Puts pieces of an order that came back into stock, [{"variantId", "locationId", "quantity"}], with a movement for each place, in
-- any location that exists. Refuses as inventory.move_stock_lines: CS202 (unknown locations), CS204 (more than an integer counts).
--
-- It runs with the rights of the schema's owner, so that a service can add pieces of an order and change nothing else.
create or replace function inventory.return_stock(
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
  perform
  from inventory.move_stock_lines(
    (
      select jsonb_agg(
        jsonb_build_object(
          'variantId', place."variantId", 'locationId', place."locationId", 'quantityDelta', place.quantity,
          'orderId', of_order_id
        )
      )
      from jsonb_to_recordset(places) as place ("variantId" text, "locationId" text, quantity integer)
    ),
    for_reason, by_whom, at
  );
end
$$;

grant execute on function inventory.return_stock to campstore_checkout;
