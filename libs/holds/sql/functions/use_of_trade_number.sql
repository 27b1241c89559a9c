-- For processes of 1.0.0 alone: lock_account answers it for every other payment.
--
-- Says which booking or order used the provider's number of a payment before: `same target`, `other target`, or null for none
-- (docs/contract/messages.md#one-number-one-payment). The number is locked until the transaction ends, so that the consumers of
-- both kinds do not take it at once; the statement after the lock sees the commits that the lock waited for. A target that has the number
-- as a used one has it, so that staff decide once. Numbers are compared as look-ups compare codes, so that case makes no other payment.
--
-- It runs with the rights of the schemas' owner, so that the role reads no more payments of the other kind than it may.
create or replace function {{schema}}.use_of_trade_number(p_number text, p_target_id text) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  use text;
begin
  perform pg_advisory_xact_lock(hashtextextended('trade number ' || shared.lookup_key(p_number), 0));
  select case when bool_or(is_own and target_id = p_target_id) then 'same target' else 'other target' end
  into use
  from (
    select true as is_own, target_id, type, outcome
    from {{schema}}.payment_notification
    where shared.lookup_key(provider_trade_no) = shared.lookup_key(p_number)
    union all
    select false, target_id, type, outcome
    from {{other_schema}}.payment_notification
    where shared.lookup_key(provider_trade_no) = shared.lookup_key(p_number)
  ) received
  where type = 'payment.succeeded' and outcome in ('applied', 'unapplied')
  having count(*) > 0;
  return use;
end
$$;
