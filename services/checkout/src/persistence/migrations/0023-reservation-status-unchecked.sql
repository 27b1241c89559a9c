-- outside of a transaction
-- It follows from the order, with which the audit compares it: PostgreSQL would parse the check again in each statement that writes the
-- table. Each table has a migration of its own, because a hold and a payment lock the two in different orders.
alter table checkout.stock_reservation drop constraint if exists stock_reservation_status_check;
