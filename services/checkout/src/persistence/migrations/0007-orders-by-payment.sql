-- outside of a transaction
-- Orders by the day on which they were paid, for the takings and the list: also those whose payment was given back, which the index of
-- 1.0.0 leaves out. Its queries use this one too.
create index concurrently if not exists store_order_paid_at on checkout.store_order (paid_at)
  include (total, shipping_fee, discount, cod_confirmed_at, payment_status)
  where paid_at is not null;
