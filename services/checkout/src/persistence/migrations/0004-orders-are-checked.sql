-- outside of a transaction
alter table checkout.store_order validate constraint store_order_valid;
