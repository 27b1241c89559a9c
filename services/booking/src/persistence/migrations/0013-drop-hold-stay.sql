-- booking.take_hold took their place in the version before.
drop function if exists booking.hold_stay;
drop function if exists booking.lock_and_check_capacity;
