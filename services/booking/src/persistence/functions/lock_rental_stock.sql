-- Locks the stock of the rentals of undecided holds in the documented order, and returns the pieces on hand of each by the key
-- `<variant id> at <location id>`, as JSON.
create or replace function booking.lock_rental_stock(p_rentals jsonb, p_outcomes text[]) returns jsonb
language plpgsql
as $$
begin
  return (
    select jsonb_object_agg(stock.variant_id || ' at ' || stock.location_id, stock.on_hand)
    from (
      select array_agg(rental."rentalSkuVariantId") as variant_ids, array_agg(rental."locationId") as location_ids
      from jsonb_to_recordset(p_rentals) as rental (hold integer, "rentalSkuVariantId" text, "locationId" text)
      where p_outcomes[rental.hold] is null
    ) wanted
    cross join inventory.lock_stock_at(wanted.variant_ids, wanted.location_ids) stock
  );
end
$$;
