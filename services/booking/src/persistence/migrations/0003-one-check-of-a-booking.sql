-- outside of a transaction
-- The new check replaces five in one statement, so that each row is checked at every moment.
alter table booking.booking
  drop constraint if exists booking_valid,
  add constraint booking_valid check (
    booking.is_valid_booking(check_in, check_out, guest_count, status, payment_status, payment_method)
  ) not valid,
  drop constraint if exists booking_check,
  drop constraint if exists booking_guest_count_check,
  drop constraint if exists booking_status_check,
  drop constraint if exists booking_payment_status_check,
  drop constraint if exists booking_payment_method_check;
