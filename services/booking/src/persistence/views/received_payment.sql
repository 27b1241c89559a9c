-- For the checkout service, which lists the payments for bookings and orders.
create or replace view booking.received_payment as
  select
    event_id, type, target_id, amount, currency, payment.payment_method, provider_trade_no, payment.paid_at, outcome, reason,
    received_at,
    shared.search_text(event_id, provider_trade_no, target_id) as search_text,
    booking.customer_id,
    decision, decision_note, decided_by, decided_at
  from booking.payment_notification payment
  left join booking.booking on booking.id = target_id;

grant usage on schema booking to campstore_checkout;
grant select on booking.received_payment to campstore_checkout;
