-- Locks the member of a hold until the transaction ends, and returns whether the member is active. The holds of one customer are counted
-- and taken one after another under an exclusive lock. A shared one only tells others that a hold is under way: a read before a hold,
-- for which the key is not visible before its commit, and a suspension. `memberLockKey` (src/member-lock.ts) is the key of the lock.
--
-- It is called before the shared rows are locked, and the holds are counted after, so that a limit hides no other refusal.
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
