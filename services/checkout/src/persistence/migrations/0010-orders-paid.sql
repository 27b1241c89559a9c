-- outside of a transaction
-- Orders by the time of their payment. A hold does not write this index.
create index concurrently if not exists store_order_paid on checkout.store_order (paid_at, id)
  where paid_at is not null;
