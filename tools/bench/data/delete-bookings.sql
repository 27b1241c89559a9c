-- Deletes the rows of a round's checkouts, so that each round meets the same database.
set synchronous_commit = off;

create temporary table made as
select id
from booking.booking
where customer_id in (select 'load-' || n from generate_series(1, :members) n);

delete from booking.status_history where booking_id in (select id from made);
delete from booking.booking_zone where booking_id in (select id from made);
delete from booking.booking where id in (select id from made);
delete from booking.idempotency_key where actor_id like 'load-%';
truncate booking.outbox;
drop table made;

vacuum analyze booking.booking, booking.booking_zone, booking.status_history, booking.idempotency_key;
