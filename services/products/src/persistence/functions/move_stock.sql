-- Moves pieces of a variant to or from a location, also below what is reserved there (docs/contract/admin.md#inventory), and
-- returns the movement. A variant that had no stock at the location gets it.
--
-- Refuses with CS201 (unknown variant), CS202 (unknown location), CS203 (fewer on hand; the detail says how many) and CS204
-- (more than an integer counts): services/products/src/persistence/refusals.ts.
create or replace function inventory.move_stock(
  of_variant_id text,
  at_location_id text,
  delta integer,
  for_reason text,
  by_whom text,
  at timestamptz
)
returns inventory.movement
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  on_hand_before integer;
  booked inventory.movement;
begin
  perform from catalog.variant where id = of_variant_id;
  if not found then
    raise exception 'unknown variant %', of_variant_id using errcode = 'CS201';
  end if;
  perform from inventory.location where id = at_location_id;
  if not found then
    raise exception 'unknown location %', at_location_id using errcode = 'CS202';
  end if;

  if delta > 0 then
    insert into inventory.stock (variant_id, location_id, on_hand)
    values (of_variant_id, at_location_id, 0)
    on conflict do nothing;
  end if;
  select stock.on_hand into on_hand_before
  from inventory.stock
  where stock.variant_id = of_variant_id and stock.location_id = at_location_id
  for no key update;
  on_hand_before := coalesce(on_hand_before, 0);

  if on_hand_before + delta::bigint < 0 then
    raise exception 'insufficient stock' using errcode = 'CS203', detail = on_hand_before;
  end if;
  if on_hand_before + delta::bigint > 2147483647 then
    raise exception 'stock overflow' using errcode = 'CS204';
  end if;
  select * into booked
  from inventory.book_movements(
    jsonb_build_array(
      jsonb_build_object(
        'variantId', of_variant_id, 'locationId', at_location_id, 'quantityDelta', delta, 'reservedDelta', 0
      )
    ),
    for_reason, by_whom, at
  );
  return booked;
end
$$;
