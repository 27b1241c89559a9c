-- outside of a transaction
drop index concurrently if exists checkout.store_order_paid;
