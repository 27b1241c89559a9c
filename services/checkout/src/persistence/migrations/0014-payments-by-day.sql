-- outside of a transaction
-- Payments by the day on which they were paid, for the takings, and when those of a day were received, which is the order of the list.
-- Only payments write this index.
create index concurrently if not exists payment_notification_paid on checkout.payment_notification (paid_at)
  include (type, outcome, currency, amount, received_at);
