-- Writes entries of an account that lock_account has locked, in their order: `Entry` of src/money/account.ts. Nothing else writes payments,
-- refunds and what was reported of them, except for processes of 1.0.0, and for joins and `anonymise`, which change the customer.
--
-- It runs with the rights of lock_account for the same reason.
create or replace function {{schema}}.write_entries(p_target_id text, p_entries jsonb, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  entry jsonb;
begin
  for entry in select value from jsonb_array_elements(p_entries) with ordinality order by ordinality loop
    case entry ->> 'entry'
    when 'payment' then
      insert into {{schema}}.payment_notification
        (event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at,
          reported_paid_at)
      values (
        entry ->> 'eventId', entry ->> 'type', p_target_id, (entry ->> 'amount')::numeric, entry ->> 'currency',
        entry ->> 'paymentMethod', entry ->> 'providerTradeNo', (entry ->> 'paidAt')::timestamptz, entry ->> 'outcome',
        entry ->> 'reason', p_at, (entry ->> 'reportedPaidAt')::timestamptz
      );
    when 'payment decided' then
      update {{schema}}.payment_notification
      set decision = entry ->> 'decision',
          decision_note = entry ->> 'note',
          decided_by = case when entry ->> 'decision' is not null then entry #>> '{by,id}' end,
          decided_at = case when entry ->> 'decision' is not null then p_at end
      where event_id = entry ->> 'eventId';
    when 'refund opened' then
      insert into {{schema}}.refund
        (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
      values (
        entry ->> 'id', entry ->> 'eventId', entry ->> 'providerTradeNo', entry ->> 'cause', entry ->> 'reason',
        (entry ->> 'amount')::numeric, entry ->> 'currency', p_target_id,
        (select customer_id from {{records}} where id = p_target_id), p_at
      );
    when 'refund done' then
      update {{schema}}.refund
      set status = 'done',
          reference = entry ->> 'reference',
          note = entry ->> 'note',
          done_by_type = entry #>> '{by,type}',
          done_by_id = entry #>> '{by,id}',
          done_at = (entry ->> 'at')::timestamptz,
          failed_at = null,
          failure_reason = null
      where id = entry ->> 'id' and status <> 'done';
      if not found then
        -- A process of 1.0.0 was first.
        raise exception 'Refund % is done already', entry ->> 'id' using errcode = 'serialization_failure';
      end if;
    when 'refund corrected' then
      update {{schema}}.refund
      set reference = entry ->> 'reference',
          note = coalesce(entry ->> 'note', note)
      where id = entry ->> 'id';
    when 'refund withdrawn' then
      update {{schema}}.refund
      set status = 'withdrawn',
          withdrawn_at = p_at,
          withdrawn_by = entry #>> '{by,id}',
          withdrawal_reason = entry ->> 'reason',
          failed_at = null,
          failure_reason = null
      where id = entry ->> 'id';
    when 'refund reported' then
      insert into {{schema}}.refund_notification
        (event_id, target_id, refund_of, reference, refunded_at, outcome, received_at, refund_ids)
      values (
        entry ->> 'eventId', p_target_id, entry ->> 'refundOf', entry ->> 'reference', (entry ->> 'refundedAt')::timestamptz,
        entry ->> 'outcome', p_at,
        case jsonb_typeof(entry -> 'refundIds') when 'array' then array(select jsonb_array_elements_text(entry -> 'refundIds')) end
      );
    when 'refund failed' then
      insert into {{schema}}.refund_failure (event_id, refund_id, target_id, reason, outcome, received_at)
      values (
        entry ->> 'eventId', entry ->> 'refundId', p_target_id, entry ->> 'reason',
        case when (entry ->> 'isDue')::boolean then 'applied' else 'not_due' end, p_at
      );
      update {{schema}}.refund
      set failed_at = p_at,
          failure_reason = entry ->> 'reason'
      where id = entry ->> 'refundId' and (entry ->> 'isDue')::boolean;
    when 'noted' then
      insert into {{schema}}.status_history ({{kind}}_id, from_status, to_status, at, actor_type, actor_id, reason)
      select record.id, record.status, record.status,
        greatest(
          (entry ->> 'at')::timestamptz,
          (select max(at) from {{schema}}.status_history earlier where earlier.{{kind}}_id = record.id)
        ),
        entry #>> '{by,type}', entry #>> '{by,id}', entry ->> 'reason'
      from {{records}} record
      where record.id = p_target_id;
    end case;
  end loop;
end
$$;

grant usage on schema {{schema}} to campstore_checkout;
grant execute on function {{schema}}.write_entries to campstore_checkout;
