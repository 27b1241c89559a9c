-- Refunds are opened, made and withdrawn by libs/holds/src/money, which writes every entry of an account. The trigger that opens the refund
-- of a payment is there for processes of 1.0.0 alone: it waits for the end of the transaction, and finds the refund of any other process.
drop trigger open_refund on {{schema}}.payment_notification;
drop trigger open_decided_refund on {{schema}}.payment_notification;
drop trigger reopen_decision on {{schema}}.refund_notification;
drop function {{schema}}.reopen_decision;
drop function if exists {{schema}}.correct_refund(text, text, text);
drop function if exists {{schema}}.decide_payment(text, text, text, text, timestamptz);

create or replace function {{schema}}.open_refund() returns trigger
language plpgsql
as $$
begin
  if not exists (select from {{schema}}.refund where event_id = new.event_id) then
    insert into {{schema}}.refund
      (event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
    values (
      new.event_id, new.provider_trade_no, 'unapplied', new.reason, new.amount, new.currency, new.target_id,
      (select customer_id from {{records}} where id = new.target_id), new.received_at
    );
  end if;
  return null;
end
$$;

create constraint trigger open_refund after insert on {{schema}}.payment_notification
  deferrable initially deferred
  for each row when (
    new.outcome = 'unapplied' and new.type = 'payment.succeeded' and new.amount > 0 and new.reason <> 'trade_number_used'
  )
  execute function {{schema}}.open_refund();

-- A refund that staff have withdrawn (docs/contract/admin.md#refunds). It counts as none, unless the payment service made it after all.
alter table {{schema}}.refund
  add column withdrawn_at timestamptz,
  add column withdrawn_by text,
  add column withdrawal_reason text,
  drop constraint refund_status_check,
  add constraint refund_status_check check (status in ('due', 'done', 'withdrawn')) not valid;

-- The refunds that a notification names: one transaction of the provider may make several of a payment.
alter table {{schema}}.refund_notification
  add column refund_ids text[];
update {{schema}}.refund_notification set refund_ids = array[refund_id] where refund_id is not null;
alter table {{schema}}.refund_notification drop column refund_id;

-- The net below every rule: what is given back of a payment, or will be, never exceeds it.
create or replace function {{schema}}.limit_refunds() returns trigger
language plpgsql
as $$
declare
  paid numeric;
  available numeric;
begin
  select amount into paid from {{schema}}.payment_notification where event_id = new.event_id for no key update;
  select paid - coalesce(sum(amount), 0) into available from {{schema}}.refund where event_id = new.event_id and status <> 'withdrawn';
  if new.amount <= available or available is null then
    return new;
  end if;
  -- A process of 1.0.0 knows of no other refund, and cancels for all of the payment: its refund becomes what is left.
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
