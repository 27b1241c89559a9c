-- The units of a variant in active reservations that overlap a stay (docs/contract/booking.md#checkout, rule 8).
create or replace function booking.reserved_rentals(p_variant_id text, p_location_id text, p_stay daterange) returns bigint
language sql
stable
as $$
  select coalesce(sum(rental_reservation.quantity), 0)
  from booking.rental_reservation
  where rental_reservation.variant_id = p_variant_id
    and rental_reservation.location_id = p_location_id
    and rental_reservation.stay && p_stay
    and rental_reservation.status = 'active'
$$;
