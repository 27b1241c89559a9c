-- A refund that could not be made stays due: when that was reported last, and why, as the payment service says.
alter table {{schema}}.refund
  add column failed_at timestamptz,
  add column failure_reason text;

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

-- As before, but references are compared as look-ups compare codes.
create or replace function {{schema}}.reopen_decision() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update {{schema}}.payment_notification
  set decision = null,
      decision_note = null,
      decided_by = null,
      decided_at = null
  where event_id = new.refund_of and decision = 'same-payment'
    and not exists (select from {{schema}}.refund made where shared.lookup_key(made.reference) = shared.lookup_key(new.reference))
    and not exists (select from {{other_schema}}.refund made where shared.lookup_key(made.reference) = shared.lookup_key(new.reference));
  if found then
    insert into {{schema}}.status_history ({{kind}}_id, from_status, to_status, at, actor_type, actor_id, reason)
    select record.id, record.status, record.status, greatest(new.received_at, max(entry.at)), 'payment', new.event_id,
      'payment undecided again: it was given back'
    from {{records}} record
    join {{schema}}.status_history entry on entry.{{kind}}_id = record.id
    where record.id = new.target_id
    group by record.id, record.status;
  end if;
  return null;
end
$$;
