-- Deletes the rows of a round's holds in the fewest statements.
delete from fewest.booking_zone where booking_id like 'fewest-%';
delete from fewest.booking where id like 'fewest-%';
truncate fewest.idempotency_key, fewest.status_history, fewest.outbox;

vacuum analyze fewest.booking, fewest.booking_zone;
