-- Deletes the rows of a round's checkouts, and gives the stock back.
set synchronous_commit = off;

create temporary table made as
select id
from checkout.store_order
where customer_id in (select 'load-' || n from generate_series(1, :members) n) and id not like 'stored-order-%';

delete from checkout.status_history where order_id in (select id from made);
delete from checkout.stock_reservation where order_id in (select id from made);
delete from checkout.order_item where order_id in (select id from made);
delete from checkout.store_order where id in (select id from made);
delete from checkout.idempotency_key where actor_id like 'load-%' and key not like 'key-of-%';
truncate checkout.outbox;
drop table made;

vacuum analyze checkout.store_order, checkout.order_item, checkout.stock_reservation, checkout.status_history,
  checkout.idempotency_key;
