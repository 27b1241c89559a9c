-- Waits for a customer's holds in progress, and lets no other begin until the transaction ends; each then reads the customer's
-- status (libs/holds/src/member-lock.ts, docs/architecture/locks.md).
create or replace function member.lock_out(p_id text) returns void
language sql
as $$
  select pg_advisory_xact_lock(hashtextextended('open holds of ' || p_id, 'booking.booking'::regclass::oid::bigint));
  select pg_advisory_xact_lock(hashtextextended('open holds of ' || p_id, 'checkout.store_order'::regclass::oid::bigint));
$$;
