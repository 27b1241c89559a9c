-- outside of a transaction
-- Digits of phone numbers, for a search, except those of orders on hold: a hold does not write this index. It cannot be part of
-- the search text, which every hold writes.
create index concurrently if not exists store_order_phone on checkout.store_order
  using gin (shared.phone_digits(shipping_phone) gin_trgm_ops)
  where status <> 'unshipped' or payment_status <> 'unpaid' or cod_confirmed_at is not null;
