-- For the me service: what customers have paid.
create or replace view booking.paid_booking as
  select id, customer_id, final_amount, paid_at
  from booking.booking
  where payment_status = 'paid';

grant usage on schema booking to campstore_me;
grant select on booking.paid_booking to campstore_me;
