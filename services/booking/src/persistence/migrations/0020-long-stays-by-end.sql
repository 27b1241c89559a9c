-- outside of a transaction
-- Stays of more than 7 nights by their check-out: a stay ends after the check-in that is asked for only if it overlaps it or lies in the
-- future, which the booking window bounds. That holds for stays of any length, and costs less than booking_zone_long_stays, a GiST index,
-- which the version before reads.
create index concurrently if not exists booking_zone_long_stays_by_end on booking.booking_zone (zone_id, upper(stay))
  include (stay, quantity, status) where status <> 'cancelled' and upper(stay) - lower(stay) > 7;
