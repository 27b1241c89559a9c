-- outside of a transaction
-- Which orders a variant is in, except those that are on hold: a hold does not write this index. Every item of an order has
-- reservations, also when they have ended; an index on the items would be written by each hold.
create index concurrently if not exists stock_reservation_of_variant on checkout.stock_reservation (variant_id)
  where status <> 'active' or expires_at is null;
