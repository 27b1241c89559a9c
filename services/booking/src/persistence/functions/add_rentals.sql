-- Adds rentals to bookings, each a line of a booking with its prices, as JSON with the number of its booking (`hold`) in the arrays.
create or replace function booking.add_rentals(p_booking_ids text[], p_stays daterange[], p_rentals jsonb) returns void
language plpgsql
as $$
begin
  insert into booking.rental_reservation (
    booking_id, rental_listing_id, line, variant_id, location_id, sku, name, specification, price_weekday,
    price_holiday, discount_rate, quantity, line_total, nights, stay, status
  )
  select
    p_booking_ids[rental.hold], rental."rentalListingId", rental.line, rental."rentalSkuVariantId", rental."locationId", rental.sku,
    rental.name, rental.specification, rental."priceWeekday", rental."priceHoliday", rental."discountRate", rental.quantity,
    rental."lineTotal", rental.nights, p_stays[rental.hold], 'active'
  from jsonb_to_recordset(p_rentals) as rental (
    hold integer, "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
    specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
    "lineTotal" numeric, nights json
  );
end
$$;
