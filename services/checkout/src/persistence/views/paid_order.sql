-- What has been paid, for the service me, which adds up what customers have spent.
create or replace view checkout.paid_order as
  select id, customer_id, total, paid_at
  from checkout.store_order
  where payment_status = 'paid';

grant select on checkout.paid_order to campstore_me;
