-- outside of a transaction
-- The administration's list by the time of payment. A hold does not write it.
create index concurrently if not exists booking_paid_at on booking.booking (paid_at) where payment_status = 'paid';
