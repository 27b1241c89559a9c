-- Moves stock, all lines or none, even below the reserved quantity (docs/contract/admin.md#inventory), and returns the movements in
-- the order of the lines. Lines, [{"variantId", "locationId", "quantityDelta", "counted", "transferId", "orderId"}], are of different stock
-- and have either a delta or a counted number: then the delta is the difference under the lock, so that no sale meanwhile is
-- lost, and a line without difference makes no movement. A variant that had no stock at a location gets it.
--
-- Refuses with CS201 (unknown variants), CS202 (unknown locations), CS203 (fewer on hand) and CS204 (more than an integer
-- counts). The hint is the refused lines, [{"line", "onHand"}] with lines counted from 0; the detail of CS203 is the number on hand
-- for the first of them: services/products/src/use-cases/stock-refusals.ts.
create or replace function inventory.move_stock_lines(lines jsonb, for_reason text, by_whom text, at timestamptz)
returns setof inventory.movement
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  refused jsonb;
  moves jsonb;
begin
  select jsonb_agg(jsonb_build_object('line', line.number - 1) order by line.number)
  into refused
  from jsonb_array_elements(lines) with ordinality as line (content, number)
  where not exists (select from catalog.variant where id = line.content ->> 'variantId');
  if refused is not null then
    raise exception 'unknown variant' using errcode = 'CS201', hint = refused;
  end if;
  select jsonb_agg(jsonb_build_object('line', line.number - 1) order by line.number)
  into refused
  from jsonb_array_elements(lines) with ordinality as line (content, number)
  where not exists (select from inventory.location where id = line.content ->> 'locationId');
  if refused is not null then
    raise exception 'unknown location' using errcode = 'CS202', hint = refused;
  end if;

  -- New rows come before any lock: a session that waits for one of them holds no lock that its inserter needs.
  insert into inventory.stock (variant_id, location_id, on_hand)
  select line."variantId", line."locationId", 0
  from jsonb_to_recordset(lines)
    as line ("variantId" text, "locationId" text, "quantityDelta" integer, counted integer)
  where line."quantityDelta" > 0 or line.counted > 0
  order by line."variantId", line."locationId"
  on conflict do nothing;
  perform inventory.lock_places(lines);

  select jsonb_agg(
    jsonb_build_object(
      'line', line.number - 1,
      'variantId', line.content ->> 'variantId',
      'locationId', line.content ->> 'locationId',
      'transferId', line.content ->> 'transferId',
      'orderId', line.content ->> 'orderId',
      'onHand', coalesce(stock.on_hand, 0),
      'quantityDelta', coalesce(
        (line.content ->> 'quantityDelta')::integer,
        (line.content ->> 'counted')::integer - coalesce(stock.on_hand, 0)
      ),
      'reservedDelta', 0
    )
    order by line.number
  )
  into moves
  from jsonb_array_elements(lines) with ordinality as line (content, number)
  left join inventory.stock
    on stock.variant_id = line.content ->> 'variantId' and stock.location_id = line.content ->> 'locationId';

  select jsonb_agg(move)
  into refused
  from jsonb_array_elements(moves) move
  where (move ->> 'onHand')::bigint + (move ->> 'quantityDelta')::bigint < 0;
  if refused is not null then
    raise exception 'insufficient stock' using errcode = 'CS203', detail = refused -> 0 ->> 'onHand', hint = refused;
  end if;
  select jsonb_agg(move)
  into refused
  from jsonb_array_elements(moves) move
  where (move ->> 'onHand')::bigint + (move ->> 'quantityDelta')::bigint > 2147483647;
  if refused is not null then
    raise exception 'stock overflow' using errcode = 'CS204', hint = refused;
  end if;

  return query
    select booked.*
    from inventory.book_movements(jsonb_path_query_array(moves, '$[*] ? (@.quantityDelta != 0)'), for_reason, by_whom, at)
      as booked
    join jsonb_to_recordset(moves) as move (line integer, "variantId" text, "locationId" text)
      on move."variantId" = booked.variant_id and move."locationId" = booked.location_id
    order by move.line;
end
$$;
