-- outside of a transaction
-- Orders with a coupon, and when they used it, except those that are on hold: a hold does not write this index. Those on hold are
-- few, and found by their deadline.
create index concurrently if not exists store_order_with_coupon on checkout.store_order
  ((coupon ->> 'id'), coalesce(cod_confirmed_at, paid_at))
  where coupon is not null and (status <> 'unshipped' or payment_status <> 'unpaid' or cod_confirmed_at is not null);
