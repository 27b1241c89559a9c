-- Records what staff decided about a payment whose trade number was used before (docs/contract/admin.md#used-trade-numbers). The first
-- decision stays. A trigger opens the refund of another payment; if the payment service has reported it before, it is done at once,
-- as of the time that `countedAt` of libs/holds/src/counted-at.ts says.
--
-- Returns decided; repeated, if it was decided before; not used, for any other payment; null for an unknown one; given back, with the
-- reference, for the same payment if the payment service has reported that it gave the payment back, and no refund has the reference.
--
-- It locks the booking or order first, as every other change, and then the payment, as a report about an unknown one does. It has the
-- rights of close_refund for the same reason.
create or replace function {{schema}}.decide_payment(
  p_event_id text,
  p_decision text,
  p_note text,
  p_admin_id text,
  p_at timestamptz
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  held record;
  payment record;
  unrecorded record;
begin
  select record.id, record.status
  into held
  from {{records}} record
  where record.id = (select target_id from {{schema}}.payment_notification where event_id = p_event_id)
  for no key update;
  select event_id, reason, decision
  into payment
  from {{schema}}.payment_notification
  where event_id = p_event_id
  for no key update;
  if payment.event_id is null or payment.decision is not null or payment.reason is distinct from 'trade_number_used' then
    return case when payment.decision is not null then 'repeated' when payment.event_id is not null then 'not used' end;
  end if;

  select told.event_id, told.reference, case
      when told.refunded_at <= told.received_at + interval '5 minutes' and not exists (
        select
        from {{schema}}.status_history entry
        where entry.{{kind}}_id = held.id
        having date_trunc('second', min(entry.at)) > told.refunded_at
      ) then told.refunded_at
      else told.received_at
    end as at
  into unrecorded
  from {{schema}}.refund_notification told
  where told.refund_of = p_event_id and told.outcome = 'not_due'
    and not exists (select from {{schema}}.refund made where shared.lookup_key(made.reference) = shared.lookup_key(told.reference))
    and not exists (select from {{other_schema}}.refund made where shared.lookup_key(made.reference) = shared.lookup_key(told.reference))
  order by told.received_at, told.event_id
  limit 1;
  if p_decision = 'same-payment' and unrecorded.reference is not null then
    return 'given back ' || unrecorded.reference;
  end if;
  update {{schema}}.payment_notification
  set decision = p_decision,
      decision_note = p_note,
      decided_by = p_admin_id,
      decided_at = p_at
  where event_id = p_event_id;
  insert into {{schema}}.status_history ({{kind}}_id, from_status, to_status, at, actor_type, actor_id, reason)
  select held.id, held.status, held.status, greatest(p_at, max(entry.at)), 'admin', p_admin_id, 'payment decided: ' || p_decision
  from {{schema}}.status_history entry
  where entry.{{kind}}_id = held.id
  having held.id is not null;
  perform {{schema}}.close_refund(refund.id, unrecorded.reference, null, 'payment', unrecorded.event_id, unrecorded.at)
  from {{schema}}.refund
  where refund.event_id = p_event_id and unrecorded.reference is not null;
  return 'decided';
end
$$;

grant usage on schema {{schema}} to campstore_checkout;
grant execute on function {{schema}}.decide_payment to campstore_checkout;
