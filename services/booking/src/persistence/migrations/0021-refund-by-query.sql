-- The customer is read by the insert itself: Citus takes no subquery among the values of a row. The trigger stays.
create or replace function booking.open_refund() returns trigger
language plpgsql
as $$
begin
  insert into booking.refund (event_id, cause, reason, amount, currency, target_id, customer_id, created_at)
  select
    new.event_id, 'unapplied', new.reason, new.amount, new.currency, new.target_id, max(held.customer_id), new.received_at
  from booking.booking held
  where held.id = new.target_id;
  return null;
end
$$;
