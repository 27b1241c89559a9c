-- The refunds of a payment never exceed it, whoever opens them: a process of 1.0.0 knows of no other refund. The payment is locked, and
-- the next statement sees the commits that the lock waited for.
create function {{schema}}.limit_refunds() returns trigger
language plpgsql
as $$
declare
  paid numeric;
begin
  select amount into paid from {{schema}}.payment_notification where event_id = new.event_id for no key update;
  if paid < new.amount + (select coalesce(sum(amount), 0) from {{schema}}.refund where event_id = new.event_id) then
    raise exception 'Refunds of payment % exceed what was paid', new.event_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger limit_refunds before insert on {{schema}}.refund
  for each row when (new.event_id is not null)
  execute function {{schema}}.limit_refunds();
