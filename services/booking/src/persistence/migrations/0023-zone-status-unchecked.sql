-- outside of a transaction
-- It is a copy of the booking's status, which stays checked: PostgreSQL parses each check again in each statement that writes the table.
-- Each table has a migration of its own: a hold and a payment lock the two in different orders.
alter table booking.booking_zone drop constraint if exists booking_zone_status_check;
