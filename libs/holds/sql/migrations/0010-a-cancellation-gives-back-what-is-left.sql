-- A process of 1.0.0 knows of no other refund of a payment, and cancels for all of it: its refund becomes what is left. If nothing is
-- left, no refund is opened, and 1.0.0 refuses the cancellation. Everything else is refused as before.
create or replace function {{schema}}.limit_refunds() returns trigger
language plpgsql
as $$
declare
  paid numeric;
  available numeric;
begin
  select amount into paid from {{schema}}.payment_notification where event_id = new.event_id for no key update;
  select paid - coalesce(sum(amount), 0) into available from {{schema}}.refund where event_id = new.event_id;
  if new.amount <= available or available is null then
    return new;
  end if;
  if new.cause <> 'cancelled' then
    raise exception 'Refunds of payment % exceed what was paid', new.event_id using errcode = 'check_violation';
  end if;
  if available <= 0 then
    return null;
  end if;
  new.amount := available;
  return new;
end
$$;
