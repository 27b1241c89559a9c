-- outside of a transaction
-- shared.phone_digits is another since migration shared 0004.
reindex index concurrently checkout.store_order_phone;
