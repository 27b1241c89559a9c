-- For the checkout service, which lists the payments for bookings and orders.
create or replace view booking.received_payment as
  select
    event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at,
    shared.search_text(event_id, provider_trade_no, target_id) as search_text,
    (select customer_id from booking.booking where id = target_id) as customer_id,
    decision, decision_note, decided_by, decided_at
  from booking.payment_notification;

grant usage on schema booking to campstore_checkout;
grant select on booking.received_payment to campstore_checkout;
