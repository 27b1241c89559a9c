-- outside of a transaction
-- The bookings of a day of check-in or check-out, for staff, except those on hold: a hold does not write this index. From PostgreSQL 18
-- on, a scan by check-out alone skips from one check-in to the next.
create index concurrently if not exists booking_stay on booking.booking (check_in, check_out)
  where status <> 'pending' or payment_status <> 'unpaid';
