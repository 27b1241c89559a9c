-- Money is one account (docs/architecture/money.md): a payment may have several refunds, of parts, which staff may withdraw.

-- What staff wrote about a hold (docs/contract/admin.md#notes). The audit log keeps the text of a removed note.
create table {{schema}}.note (
  id text primary key,
  {{kind}}_id text not null,
  text text not null,
  at timestamptz not null,
  by text not null
);
create index note_of_{{kind}} on {{schema}}.note ({{kind}}_id, at);

-- What staff decided about a payment whose trade number was used before (docs/contract/admin.md#used-trade-numbers): null until then.
alter table {{schema}}.payment_notification
  add column decision text,
  add column decision_note text,
  add column decided_by text,
  add column decided_at timestamptz,
  add constraint payment_decision check (
    num_nonnulls(decision, decided_by, decided_at) in (0, 3)
    and (decision is null or reason = 'trade_number_used' and decision in ('same-payment', 'another-payment'))
  ) not valid;

-- A refund that could not be made stays due: when that was reported last, and why. One that staff have withdrawn counts as none, unless the
-- payment service made it after all.
alter table {{schema}}.refund
  add column failed_at timestamptz,
  add column failure_reason text,
  add column withdrawn_at timestamptz,
  add column withdrawn_by text,
  add column withdrawal_reason text;

-- The refunds that a notification names: one transaction of the provider may make several of a payment.
alter table {{schema}}.refund_notification add column refund_ids text[];

-- What the payment service said about refunds that could not be made: `payment.refund-failed`, as it came, and its outcome.
create table {{schema}}.refund_failure (
  event_id text primary key,
  refund_id text not null,
  target_id text not null,
  reason text not null,
  outcome text not null,
  received_at timestamptz not null
);

-- Rejected messages that nobody is proven to have sent, by the id that they name. They are few, and deleted earlier.
alter table {{schema}}.rejected_notification add column is_authentic boolean not null default true;

-- For processes of 1.0.0 alone: it waits for the end of the transaction, and finds the refund that any other process has opened.
drop trigger open_refund on {{schema}}.payment_notification;

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

-- The net below every rule: what is given back of a payment, or will be, never exceeds it.
create function {{schema}}.limit_refunds() returns trigger
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

create trigger limit_refunds before insert on {{schema}}.refund
  for each row when (new.event_id is not null)
  execute function {{schema}}.limit_refunds();

-- outside of a transaction

-- Cash on delivery comes back without a payment, so that only its refunds have no event_id.
alter table {{schema}}.refund
  drop constraint if exists refund_event_id_key,
  drop constraint if exists refund_cause_check,
  drop constraint if exists refund_status_check,
  alter column event_id drop not null,
  drop constraint if exists refund_cause,
  add constraint refund_cause check (cause in ('unapplied', 'cancelled', 'returned', 'changed', 'goodwill')) not valid,
  drop constraint if exists refund_status,
  add constraint refund_status check (status in ('due', 'done', 'withdrawn')) not valid;

alter table {{schema}}.refund
  validate constraint refund_cause,
  validate constraint refund_status;

alter table {{schema}}.refund_notification
  drop constraint if exists refund_notification_outcome_check,
  drop constraint if exists refund_notification_outcome,
  add constraint refund_notification_outcome
    check (outcome in ('applied', 'repeated', 'contradictory', 'not_due', 'ambiguous')) not valid;

alter table {{schema}}.refund_notification validate constraint refund_notification_outcome;

alter table {{schema}}.payment_notification validate constraint payment_decision;

create index concurrently if not exists refund_of_payment on {{schema}}.refund (event_id);

create index concurrently if not exists refund_of_target on {{schema}}.refund (target_id, created_at);

-- The refunds with a reference of the provider, and the payments with a trade number, whatever their case. Neither is unique: rows of before
-- may differ by case only (docs/decisions.md, 218).
create index concurrently if not exists refund_reference_key on {{schema}}.refund (shared.lookup_key(reference))
  where reference is not null;

create index concurrently if not exists payment_notification_trade_key on {{schema}}.payment_notification
  (shared.lookup_key(provider_trade_no));
