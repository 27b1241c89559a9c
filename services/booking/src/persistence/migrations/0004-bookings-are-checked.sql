-- outside of a transaction
alter table booking.booking validate constraint booking_valid;
