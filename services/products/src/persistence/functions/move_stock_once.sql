-- One movement, for processes of the version before, which call no other function. It goes one version later.
create or replace function inventory.move_stock_once(
  with_key text,
  of_variant_id text,
  at_location_id text,
  delta integer,
  for_reason text,
  by_whom text,
  at timestamptz
)
returns inventory.movement
language sql
set search_path = pg_catalog, pg_temp
as $$
  select moved
  from inventory.move_stock_lines_once(
    with_key,
    jsonb_build_object(
      'action', 'createMovement', 'variantId', of_variant_id, 'locationId', at_location_id, 'quantityDelta', delta,
      'reason', for_reason
    ),
    jsonb_build_array(
      jsonb_build_object('variantId', of_variant_id, 'locationId', at_location_id, 'quantityDelta', delta)
    ),
    for_reason, by_whom, at
  ) moved
$$;
