-- outside of a transaction
-- The stays of a day, for staff. A hold does not write it: it is of paid bookings. It begins with the check-out, because few stays end
-- after a day, and those of each kind are among them.
create index concurrently if not exists booking_paid_stay on booking.booking (check_out, check_in)
  where payment_status = 'paid' and status <> 'cancelled';
