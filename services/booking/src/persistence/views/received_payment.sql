-- For the checkout service, which lists the payments for bookings and orders.
create or replace view booking.received_payment as
  select
    event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at
  from booking.payment_notification;

grant usage on schema booking to campstore_checkout;
grant select on booking.received_payment to campstore_checkout;
