-- outside of a transaction
-- Paid orders by the day on which they were paid, for the takings. A hold does not write this index: only its payment does.
create index concurrently if not exists store_order_paid on checkout.store_order (paid_at)
  include (total, shipping_fee, discount, cod_confirmed_at)
  where payment_status = 'paid';
