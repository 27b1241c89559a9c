-- For the checkout service, which lists the refunds for bookings and orders.
create or replace view booking.opened_refund as
  select
    id, event_id, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
    done_by_type, done_by_id, note, provider_trade_no, failed_at, failure_reason,
    withdrawn_at, withdrawal_reason
  from booking.refund;

grant usage on schema booking to campstore_checkout;
grant select on booking.opened_refund to campstore_checkout;
