-- For the me service: payments of customers, and the refunds of what was paid, due or made. `final_amount` is the amount
-- paid, which a payment form may have rounded to whole TWD (docs/contract/messages.md#amount-due).
create or replace view booking.paid_booking as
  select
    booking.id, booking.customer_id, coalesce(payment.amount, booking.final_amount)::numeric(12, 2) as final_amount,
    booking.paid_at, refund.amount::numeric(12, 2) as refunded
  from booking.booking
  left join booking.payment_notification payment on payment.target_id = booking.id and payment.outcome = 'applied'
  cross join lateral (
    select coalesce(sum(amount), 0) as amount
    from booking.refund
    where target_id = booking.id and cause <> 'unapplied' and status <> 'withdrawn'
  ) refund
  where booking.payment_status = 'paid';

grant usage on schema booking to campstore_me;
grant select on booking.paid_booking to campstore_me;
