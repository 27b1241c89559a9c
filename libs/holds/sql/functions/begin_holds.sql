-- Begins holds in the documented order of locks: locks their members alone, by id, until the transaction ends, and reads members and
-- keys after that. A member's lock stands for the member's idempotency keys too: a request with a key that is in use waits for it.
--
-- Returns an outcome for each request, in their order, or null if it may be held: `replayed` with the first response; `key_reused`;
-- `customer_not_active`; or `again` if an earlier request here is of the same member.
create or replace function {{schema}}.begin_holds(
  p_customer_ids text[],
  p_keys text[],
  p_fingerprints text[],
  out outcomes text[],
  out responses json[]
)
language plpgsql
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Holds need the isolation level read committed: default_transaction_isolation of this database or role is set to something else';
  end if;
  -- One that is locked for long may not hold up the others: soon enough to repeat each alone (libs/database/src/batched.ts), and after
  -- PostgreSQL looks for deadlocks.
  if cardinality(p_customer_ids) > 1 then
    perform set_config('lock_timeout', '2s', true);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('open holds of ' || member.id, '{{records}}'::regclass::oid::bigint))
  from (select distinct id from unnest(p_customer_ids) as id order by id) member;

  outcomes := array(
    select case
      when used.fingerprint = request.fingerprint then 'replayed'
      when used.fingerprint is not null then 'key_reused'
      when principal.status <> 'active' then 'customer_not_active'
      when array_position(p_customer_ids, request.customer_id) < request.number then 'again'
    end
    from unnest(p_customer_ids, p_keys, p_fingerprints) with ordinality as request (customer_id, key, fingerprint, number)
    left join {{schema}}.idempotency_key used
      on used.actor_id = request.customer_id and used.key = request.key and used.scope = 'hold'
    left join member.customer_principal principal on principal.id = request.customer_id
    order by request.number
  );
  if 'replayed' = any (outcomes) then
    responses := array(
      select case when request.outcome = 'replayed' then (
        select idempotency_key.response
        from {{schema}}.idempotency_key
        where idempotency_key.actor_id = request.customer_id and idempotency_key.key = request.key and idempotency_key.scope = 'hold'
      ) end
      from unnest(p_customer_ids, p_keys, outcomes) with ordinality as request (customer_id, key, outcome, number)
      order by request.number
    );
  end if;
end
$$;
