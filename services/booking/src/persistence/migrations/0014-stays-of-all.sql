-- outside of a transaction
-- The bookings of all states by the day of their check-in or check-out, for staff. From PostgreSQL 18 on, a scan by check-out alone skips
-- from one check-in to the next.
create index concurrently if not exists booking_stay on booking.booking (check_in, check_out);
