-- outside of a transaction
-- payment_notification_paid_received takes its place.
drop index concurrently if exists checkout.payment_notification_paid;
