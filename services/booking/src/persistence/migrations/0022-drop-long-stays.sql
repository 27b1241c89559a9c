-- outside of a transaction
-- booking_zone_long_stays_by_end took its place in the version before.
drop index concurrently if exists booking.booking_zone_long_stays;
