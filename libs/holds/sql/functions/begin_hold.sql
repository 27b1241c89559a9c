-- Begins a hold in the documented order of locks: takes its idempotency key, then locks its member, alone if limits are
-- counted. Returns null, or the first response when the same request has taken the hold before.
--
-- Refusals (src/take-hold.ts): {{sqlstate}}01 idempotency_key_reused, {{sqlstate}}14 customer_not_active.
create or replace function {{schema}}.begin_hold(
  p_customer_id text,
  p_key text,
  p_fingerprint text,
  p_response json,
  p_at timestamptz,
  p_is_limited boolean
) returns json
language plpgsql
as $$
declare
  earlier {{schema}}.idempotency_key;
begin
  earlier := {{schema}}.take_key('hold', p_customer_id, p_key, p_fingerprint, p_response, p_at);
  if earlier.fingerprint is null then
    if not {{schema}}.lock_member(p_customer_id, p_is_limited) then
      raise exception 'customer_not_active' using errcode = '{{sqlstate}}14';
    end if;
  elsif earlier.fingerprint <> p_fingerprint then
    raise exception 'idempotency_key_reused' using errcode = '{{sqlstate}}01';
  end if;
  return earlier.response;
end
$$;
