-- For the me service: what customers have paid, and what of it staff have refunded with a cancellation.
create or replace view booking.paid_booking as
  select
    booking.id, booking.customer_id, booking.final_amount, booking.paid_at,
    least(coalesce(refund.amount, 0), booking.final_amount)::numeric(12, 2) as refunded
  from booking.booking
  left join booking.refund on refund.target_id = booking.id and refund.cause = 'cancelled'
  where booking.payment_status = 'paid';

grant usage on schema booking to campstore_me;
grant select on booking.paid_booking to campstore_me;
