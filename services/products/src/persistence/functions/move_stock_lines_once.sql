-- Moves stock as inventory.move_stock_lines does, once for each idempotency key of an administrator: the same request again gets
-- the first movements, and another one is refused with CS205 (services/products/src/persistence/refusals.ts). Requests are
-- compared as JSON. Without a key each request moves stock. A failed request leaves no key.
--
-- A concurrent request with the same key waits until the first one has ended. Keys are kept for 91 days, as for checkouts; each
-- new key removes some older ones.
create or replace function inventory.move_stock_lines_once(
  with_key text,
  of_request jsonb,
  lines jsonb,
  for_reason text,
  by_whom text,
  at timestamptz
)
returns setof inventory.movement
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  used inventory.movement_key;
  booked inventory.movement[];
begin
  if with_key is not null then
    insert into inventory.movement_key (created_by, key, request)
    values (by_whom, with_key, of_request)
    on conflict do nothing;
    if not found then
      -- The lock makes the replay wait for a synchronous standby, as the first response did.
      select *
      into used
      from inventory.movement_key
      where created_by = by_whom and key = with_key
      for no key update;
      -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
      if not found then
        raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
      end if;
      if used.request is distinct from of_request then
        raise exception 'idempotency_key_reused' using errcode = 'CS205';
      end if;
      return query
        select movement.*
        from unnest(used.movement_ids) with ordinality as made (id, number)
        join inventory.movement on movement.id = made.id
        order by made.number;
      return;
    end if;
  end if;

  booked := array(select moved from inventory.move_stock_lines(lines, for_reason, by_whom, at) moved);
  if with_key is not null then
    update inventory.movement_key
    set movement_ids = array(select made.id from unnest(booked) with ordinality made order by made.ordinality)
    where created_by = by_whom and key = with_key;
    delete from inventory.movement_key
    where (created_by, key) in (
      select old.created_by, old.key
      from inventory.movement_key old
      where old.created_at < now() - interval '91 days'
      limit 100
      for update skip locked
    );
  end if;
  return query select made.* from unnest(booked) made;
end
$$;
