-- outside of a transaction
-- Orders that can be shipped by their state, in the order in which they wait: the picking list, and readyToShip. A hold does not
-- write this index: only its payment or confirmation does.
create index concurrently if not exists store_order_ready on checkout.store_order (coalesce(paid_at, cod_confirmed_at), id)
  where status = 'unshipped' and (payment_status = 'paid' or cod_confirmed_at is not null);
