-- outside of a transaction
-- Orders that are confirmed for cash on delivery and have not shipped, by customer, for the limits of one member. A hold does
-- not write this index: only the confirmation does.
create index concurrently if not exists store_order_unshipped_cod_of_customer on checkout.store_order (customer_id)
  where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is not null;
