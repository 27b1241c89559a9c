-- Corrects the reference and the note of a refund that was made (docs/contract/admin.md#refunds). A reference belongs to one refund in
-- either schema, as in close_refund, whose rights it has for the same reason.
--
-- Returns corrected; due, if the refund was not made yet; reported, if the payment service has reported it with the reference that it has;
-- contradictory, if another refund has this reference; null for an unknown id.
create or replace function {{schema}}.correct_refund(p_id text, p_reference text, p_note text) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  stored {{schema}}.refund;
begin
  perform pg_advisory_xact_lock(hashtextextended('refund reference ' || shared.lookup_key(p_reference), 0));
  select * into stored from {{schema}}.refund where refund.id = p_id for no key update;
  if stored.status = 'due' then
    return 'due';
  end if;
  if shared.lookup_key(stored.reference) <> shared.lookup_key(p_reference) and exists (
    select
    from {{schema}}.refund_notification report
    where report.refund_of = stored.event_id and shared.lookup_key(report.reference) = shared.lookup_key(stored.reference)
  ) then
    return 'reported';
  end if;
  update {{schema}}.refund
  set reference = p_reference,
      note = coalesce(p_note, note)
  where refund.id = p_id
    and not exists (select from {{schema}}.refund other where shared.lookup_key(other.reference) = shared.lookup_key(p_reference) and other.id <> p_id)
    and not exists (select from {{other_schema}}.refund other where shared.lookup_key(other.reference) = shared.lookup_key(p_reference) and other.id <> p_id);
  if found then
    return 'corrected';
  end if;
  return case when stored.id is not null then 'contradictory' end;
end
$$;

grant usage on schema {{schema}} to campstore_checkout;
grant execute on function {{schema}}.correct_refund to campstore_checkout;
