-- outside of a transaction
-- The search of the administration's list, except in bookings on hold: a hold does not write this index. A payment writes it, as it writes
-- booking_search, which each hold writes as well and the version before reads. A condition with `or` would be looked up once for each part.
create index concurrently if not exists booking_search_past_hold on booking.booking using gin (search_text gin_trgm_ops)
  where (payment_status = 'unpaid' and status = 'pending') is false;
