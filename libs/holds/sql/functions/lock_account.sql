-- Locks the account of a booking or an order, by its record, or by its id where there is no such record; then the numbers of the payment
-- provider that an event is about, so that no other account gets them: a trade number, which a payment locks before its effects, or the
-- references of refunds, which everything else locks last (docs/architecture/locks.md). Each statement after a lock sees the commits that the lock waited for.
--
-- Returns the account, the record, and what decides about the event besides them: `LockedAccount` of src/money/stored-account.ts.
-- Numbers are compared as look-ups compare codes.
--
-- It runs with the rights of the schemas' owner: the checkout service answers for the payments of both kinds.
create or replace function {{schema}}.lock_account(
  p_target_id text,
  p_event_id text,
  p_refund_of text,
  p_trade_number text,
  p_reference text
) returns json
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  held record;
  keys text[];
begin
  select record.id, record.status, record.customer_id
  into held
  from {{records}} record
  where record.id = p_target_id
  for no key update;
  if held.id is null then
    perform pg_advisory_xact_lock(hashtextextended('account of ' || p_target_id, 0));
  end if;
  if p_trade_number is not null then
    perform pg_advisory_xact_lock(hashtextextended('trade number ' || shared.lookup_key(p_trade_number), 0));
  end if;
  -- A refund that is opened may be one of which the payment service has told before.
  keys := array(
    select shared.lookup_key(p_reference)
    where p_reference is not null
    union
    select shared.lookup_key(report.reference)
    from {{schema}}.payment_notification payment
    join {{schema}}.refund_notification report on report.refund_of = payment.event_id
    where payment.target_id = p_target_id and report.outcome = 'not_due' and p_trade_number is null
    order by 1
  );
  for place in 1 .. cardinality(keys) loop
    perform pg_advisory_xact_lock(hashtextextended('refund reference ' || keys[place], 0));
  end loop;
  return json_build_object(
    'account', {{schema}}.account_of(p_target_id),
    'record', case when held.id is not null then json_build_object('status', held.status, 'customerId', held.customer_id) end,
    'takenAt', (select at from {{schema}}.status_history where {{kind}}_id = p_target_id order by id limit 1),
    'used', coalesce(
      (select json_build_object('kind', 'payment') from {{schema}}.payment_notification where event_id = p_event_id),
      (select json_build_object('kind', 'report') from {{schema}}.refund_notification where event_id = p_event_id),
      (
        select json_build_object(
          'kind', 'failure',
          'failure', json_build_object('refundId', refund_id, 'target', json_build_object('id', target_id), 'reason', reason)
        )
        from {{schema}}.refund_failure
        where event_id = p_event_id
      )
    ),
    'isTradeNumberUsed', exists (
      select
      from {{schema}}.payment_notification
      where shared.lookup_key(provider_trade_no) = shared.lookup_key(p_trade_number) and target_id <> p_target_id
        and type = 'payment.succeeded' and outcome in ('applied', 'unapplied')
      union all
      select
      from {{other_schema}}.payment_notification
      where shared.lookup_key(provider_trade_no) = shared.lookup_key(p_trade_number)
        and type = 'payment.succeeded' and outcome in ('applied', 'unapplied')
    ),
    'isPaymentOfAnother', exists (
      select from {{schema}}.payment_notification where event_id = p_refund_of and target_id <> p_target_id
    ),
    'usedReferences', (
      select coalesce(json_agg(reference), '[]')
      from (
        select reference
        from {{schema}}.refund
        where shared.lookup_key(reference) = any (keys) and target_id <> p_target_id
        union all
        select reference from {{other_schema}}.refund where shared.lookup_key(reference) = any (keys)
      ) used
    )
  );
end
$$;

grant usage on schema {{schema}} to campstore_checkout;
grant execute on function {{schema}}.lock_account to campstore_checkout;
