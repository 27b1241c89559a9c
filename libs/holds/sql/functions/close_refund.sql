-- For processes of 1.0.0 alone, as use_of_trade_number: libs/holds/src/money closes every other refund.
--
-- Records that a refund was made: the first to say so wins (docs/contract/admin.md#refunds). A reference closes one refund in either
-- schema: it is locked, and the next statement sees the commits that the lock waited for. References are compared as look-ups compare
-- codes.
--
-- Returns done, if it was due; repeated, if it was done with the same reference; contradictory, if it was done with another one,
-- or if another refund, of a booking or an order, has this reference; null for an unknown id.
--
-- The history of the booking or order says so, whose streams show what is new: it is locked first, as by every other change.
--
-- It runs with the rights of the schemas' owner, so that the checkout service, which answers for both kinds of refunds, can close
-- one of a booking and change nothing else.
create or replace function {{schema}}.close_refund(
  p_id text,
  p_reference text,
  p_note text,
  p_actor_type text,
  p_actor_id text,
  p_at timestamptz
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  stored text;
  held record;
begin
  -- The reference is locked after the record, also where the caller tries both schemas.
  if not exists (select from {{schema}}.refund where refund.id = p_id) then
    return null;
  end if;
  select record.id, record.status
  into held
  from {{records}} record
  where record.id = (select target_id from {{schema}}.refund where refund.id = p_id)
  for no key update;
  if held.id is null then
    perform pg_advisory_xact_lock(hashtextextended('account of ' || (select target_id from {{schema}}.refund where refund.id = p_id), 0));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('refund reference ' || shared.lookup_key(p_reference), 0));
  update {{schema}}.refund
  set status = 'done',
      reference = p_reference,
      note = p_note,
      done_by_type = p_actor_type,
      done_by_id = p_actor_id,
      done_at = p_at,
      failed_at = null,
      failure_reason = null
  where refund.id = p_id and refund.status <> 'done'
    and not exists (select from {{schema}}.refund closed where shared.lookup_key(closed.reference) = shared.lookup_key(p_reference))
    and not exists (select from {{other_schema}}.refund closed where shared.lookup_key(closed.reference) = shared.lookup_key(p_reference));
  if found then
    insert into {{schema}}.status_history ({{kind}}_id, from_status, to_status, at, actor_type, actor_id, reason)
    select held.id, held.status, held.status, greatest(p_at, max(entry.at)), p_actor_type, p_actor_id, 'refund done'
    from {{schema}}.status_history entry
    where entry.{{kind}}_id = held.id
    having held.id is not null;
    return 'done';
  end if;

  select refund.reference
  into stored
  from {{schema}}.refund
  where refund.id = p_id;
  return case when shared.lookup_key(stored) = shared.lookup_key(p_reference) then 'repeated' else 'contradictory' end;
end
$$;

grant usage on schema {{schema}} to campstore_checkout;
grant execute on function {{schema}}.close_refund to campstore_checkout;
