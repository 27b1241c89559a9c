-- Takes an idempotency key until the transaction ends, or returns the row of the request that took it before, locked, so that the commit of
-- this transaction waits for a synchronous standby as the first one did. A concurrent request with the same key waits here until
-- the first one has ended. An assignment calls it without a statement of its own.
--
-- It comes first in a transaction, so it also refuses isolation levels in which later statements would not see others' earlier commits.
create or replace function {{schema}}.take_key(
  p_scope text,
  p_actor_id text,
  p_key text,
  p_fingerprint text,
  p_response json,
  p_at timestamptz
) returns {{schema}}.idempotency_key
language plpgsql
as $$
declare
  earlier {{schema}}.idempotency_key;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Idempotency keys need the isolation level read committed: default_transaction_isolation of this database or role is set to something else';
  end if;
  insert into {{schema}}.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
  values (p_scope, p_actor_id, p_key, p_fingerprint, p_response, p_at)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select used.*
  into earlier
  from {{schema}}.idempotency_key used
  where used.actor_id = p_actor_id and used.key = p_key and used.scope = p_scope
  for no key update;
  -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
  if not found then
    raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
  end if;
  return earlier;
end
$$;
