-- A report that a payment was given back contradicts the decision that it is the same payment, unless a refund of the other one has the
-- reference: the payment waits for a decision again (docs/contract/admin.md#used-trade-numbers). The history keeps the first one. The
-- booking or order is locked, or the payment of an unknown one. It has the rights of close_refund, which reads both schemas, too.
create function {{schema}}.reopen_decision() returns trigger
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
    and not exists (select from {{schema}}.refund made where made.reference = new.reference)
    and not exists (select from {{other_schema}}.refund made where made.reference = new.reference);
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

create trigger reopen_decision after insert on {{schema}}.refund_notification
  for each row when (new.outcome = 'not_due')
  execute function {{schema}}.reopen_decision();
