-- Locks the member of a hold that is changed until the transaction ends, before its rows are locked, and returns whether the member is
-- active. Changes share the lock, which keeps a suspension waiting; begin_holds has it alone. `memberLockKey` (src/member-lock.ts) is its key.
-- An exclusive one is for the holds of version 1.1.
create or replace function {{schema}}.lock_member(p_customer_id text, p_is_exclusive boolean) returns boolean
language plpgsql
as $$
declare
  lock_key constant bigint := hashtextextended('open holds of ' || p_customer_id, '{{records}}'::regclass::oid::bigint);
  locked text;
begin
  -- An assignment calls the functions without a statement of their own.
  locked := case
    when p_is_exclusive then pg_advisory_xact_lock(lock_key)::text
    else pg_advisory_xact_lock_shared(lock_key)::text
  end;
  -- The status is read after the lock: a suspension has the lock alone until it is committed.
  return not exists (
    select
    from member.customer_principal
    where customer_principal.id = p_customer_id and customer_principal.status <> 'active'
  );
end
$$;
