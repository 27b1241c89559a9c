set synchronous_commit = off;
delete from fewest.booking_zone where booking_id in (select id from fewest.booking where customer_id like 'load-%');
delete from fewest.booking where customer_id like 'load-%';
truncate fewest.outbox, fewest.status_history, fewest.idempotency_key;

vacuum analyze fewest.booking, fewest.booking_zone;
