-- Writes what every kind has of the holds without an outcome, of which there is at least one, after their records: keys with their first
-- responses, histories, messages, each with the number of its hold, and last of all their timer with their ids, if there is one. Version 1.1
-- ends the first hold by the timer, and the others by its sweep.
create or replace function {{schema}}.complete_holds(
  p_ids text[],
  p_customer_ids text[],
  p_keys text[],
  p_fingerprints text[],
  p_at timestamptz[],
  p_outcomes text[],
  p_status text,
  p_responses json,
  p_messages jsonb,
  p_timer jsonb
) returns void
language plpgsql
as $$
declare
  held constant jsonb := (
    select jsonb_agg(hold.id)
    from unnest(p_ids, p_outcomes) as hold (id, outcome)
    where hold.outcome is null
  );
  kept integer;
  messages jsonb := p_messages;
begin
  with new_history as (
    insert into {{schema}}.status_history ({{kind}}_id, from_status, to_status, at, actor_type, actor_id)
    select hold.id, null, p_status, hold.at, 'member', hold.customer_id
    from unnest(p_ids, p_customer_ids, p_at, p_outcomes) as hold (id, customer_id, at, outcome)
    where hold.outcome is null
  )
  insert into {{schema}}.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
  select 'hold', hold.customer_id, hold.key, hold.fingerprint, hold.response, hold.at
  from rows from (
    unnest(p_customer_ids, p_keys, p_fingerprints, p_at, p_outcomes), json_array_elements(p_responses)
  ) as hold (customer_id, key, fingerprint, at, outcome, response)
  where hold.outcome is null
  order by hold.customer_id
  on conflict do nothing;
  get diagnostics kept = row_count;
  -- A process of the previous version locks a key by its row. If it has inserted one of these meanwhile, the requests can be repeated.
  if kept < jsonb_array_length(held) then
    raise exception 'an idempotency key is in use' using errcode = 'serialization_failure';
  end if;

  if jsonb_array_length(held) < cardinality(p_ids) then
    messages := (
      select coalesce(jsonb_agg(message), '[]')
      from jsonb_array_elements(p_messages) message
      where p_outcomes[(message ->> 'hold')::integer] is null
    );
  end if;
  if p_timer is not null then
    messages := messages
      || (p_timer || jsonb_build_object('subject', held -> 0, 'body', jsonb_build_object('subject', held -> 0, 'subjects', held)));
  end if;
  perform {{schema}}.publish(messages);
end
$$;
