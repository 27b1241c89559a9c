-- outside of a transaction
-- payment_notification_paid_received takes its place.
drop index concurrently if exists booking.payment_notification_paid;
