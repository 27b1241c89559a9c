-- outside of a transaction
-- The order's functions name it, and the audit compares it with the order: PostgreSQL parses each check again in each statement that
-- writes the table. Each table has a migration of its own, so that it waits for no lock while it has one.
alter table checkout.stock_reservation drop constraint if exists stock_reservation_status_check;
