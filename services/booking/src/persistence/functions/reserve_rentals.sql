-- Reserves the rentals of a stay, each a line of a booking with its prices, as JSON.
create or replace function booking.reserve_rentals(p_booking_id text, p_stay daterange, p_rentals jsonb) returns void
language plpgsql
as $$
begin
  insert into booking.rental_reservation (
    booking_id, rental_listing_id, line, variant_id, location_id, sku, name, specification, price_weekday,
    price_holiday, discount_rate, quantity, line_total, nights, stay, status
  )
  select p_booking_id, rental.*, p_stay, 'active'
  from jsonb_to_recordset(p_rentals) as rental (
    "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
    specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
    "lineTotal" numeric, nights json
  );
end
$$;
