-- outside of a transaction
-- Confirmed stays that should be completed, for staff. Only a confirmation writes it.
create index concurrently if not exists booking_confirmed_until on booking.booking (check_out) where status = 'confirmed';
