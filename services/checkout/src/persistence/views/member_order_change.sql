-- For the me service: the history of each order, whose entries show that it has changed.
create or replace view checkout.member_order_change as
  select id, order_id
  from checkout.status_history;

grant select on checkout.member_order_change to campstore_me;
