-- outside of a transaction
-- store_order_unshipped_of_customer takes its place.
drop index concurrently if exists checkout.store_order_unshipped_cod_of_customer;
