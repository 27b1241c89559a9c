-- outside of a transaction
-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0003-unseen-characters.sql).
update checkout.store_order
set buyer_name = buyer_name
where search_text <> shared.search_text(id, buyer_name, buyer_email, recipient_name);

reindex index concurrently checkout.store_order_phone;

reindex index concurrently checkout.payment_notification_search;

reindex index concurrently checkout.refund_search;

-- Orders by the address of delivery. No hold writes it.
create index concurrently if not exists store_order_address on checkout.store_order
  using gin (shared.search_text(shipping_address) gin_trgm_ops)
  where status <> 'unshipped' or payment_status <> 'unpaid' or cod_confirmed_at is not null;
