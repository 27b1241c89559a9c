-- outside of a transaction
-- A copy of the booking's status, which stays checked: PostgreSQL would parse the check again in each statement that writes the table.
-- Each table has a migration of its own, because a hold and a payment lock the two in different orders.
alter table booking.booking_zone drop constraint if exists booking_zone_status_check;
