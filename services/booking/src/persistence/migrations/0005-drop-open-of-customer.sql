-- outside of a transaction
-- booking_pending_of_customer takes its place.
drop index concurrently if exists booking.booking_open_of_customer;
