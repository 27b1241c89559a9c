-- outside of a transaction
-- What orders that can be shipped take from where: the picking list of a location, and orders that miss pieces. A hold does not
-- write this index: its reservations have a deadline.
create index concurrently if not exists stock_reservation_ready on checkout.stock_reservation (location_id, variant_id)
  where status = 'active' and expires_at is null;
