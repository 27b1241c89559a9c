-- Moves stock as inventory.move_stock_lines does, once for each idempotency key of an administrator: the same request again gets
-- the first movements, and another one is refused with CS205 (services/products/src/use-cases/stock-refusals.ts). Requests are
-- compared as JSON. Without a key each request moves stock. A failed request leaves no key.
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
  earlier catalog.idempotency_key;
  booked inventory.movement[];
begin
  if with_key is not null then
    earlier := catalog.take_key('movement', by_whom, with_key, of_request::text, null, at);
    if earlier.fingerprint <> of_request::text then
      raise exception 'idempotency_key_reused' using errcode = 'CS205';
    elsif earlier.fingerprint is not null then
      return query
        select movement.*
        from json_array_elements_text(earlier.response) with ordinality as made (id, number)
        join inventory.movement on movement.id = made.id::bigint
        order by made.number;
      return;
    end if;
  end if;

  booked := array(select moved from inventory.move_stock_lines(lines, for_reason, by_whom, at) moved);
  if with_key is not null then
    update catalog.idempotency_key
    set response = array_to_json(array(select made.id from unnest(booked) with ordinality made order by made.ordinality))
    where actor_id = by_whom and key = with_key and scope = 'movement';
  end if;
  return query select made.* from unnest(booked) made;
end
$$;
