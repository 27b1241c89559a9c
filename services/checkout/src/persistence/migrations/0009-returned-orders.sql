-- outside of a transaction
-- Returned orders in the usual order of the list, which are few among all. No hold writes it.
create index concurrently if not exists store_order_returned on checkout.store_order (placed_at, id)
  where status = 'returned';
