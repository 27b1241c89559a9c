-- Gives the keys of one actor in a scope to another. A key that both have used moves under another name, longer than any key of a client.
create or replace function {{schema}}.move_keys(p_scope text, p_from text, p_to text) returns void
language plpgsql
as $$
begin
  update {{schema}}.idempotency_key
  set actor_id = p_to,
      key = case when exists (
        select from {{schema}}.idempotency_key taken
        where taken.actor_id = p_to and taken.key = idempotency_key.key and taken.scope = p_scope
      ) then p_from || repeat(E'\n', 128) || key else key end
  where actor_id = p_from and scope = p_scope;
end
$$;
