-- Moves stock as inventory.move_stock does, once for each idempotency key of an administrator: the same request again gets the
-- first movement, and another one is refused with CS205 (services/products/src/persistence/refusals.ts). Without a key each
-- request moves stock. What fails leaves no key.
--
-- A concurrent request with the same key waits until the first one has ended. Keys are kept for 91 days, as those of checkouts
-- are; each new one removes some that are older.
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
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  booked inventory.movement;
begin
  if with_key is null then
    return inventory.move_stock(of_variant_id, at_location_id, delta, for_reason, by_whom, at);
  end if;

  insert into inventory.movement_key (created_by, key)
  values (by_whom, with_key)
  on conflict do nothing;
  if not found then
    -- The lock makes the replay wait for a synchronous standby, as the first response did.
    select movement.*
    into booked
    from inventory.movement_key used
    join inventory.movement on movement.id = used.movement_id
    where used.created_by = by_whom and used.key = with_key
    for no key update of used;
    -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
    if not found then
      raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
    end if;
    if (booked.variant_id, booked.location_id, booked.quantity_delta, booked.reason)
      <> (of_variant_id, at_location_id, delta, for_reason)
    then
      raise exception 'idempotency_key_reused' using errcode = 'CS205';
    end if;
    return booked;
  end if;

  booked := inventory.move_stock(of_variant_id, at_location_id, delta, for_reason, by_whom, at);
  update inventory.movement_key
  set movement_id = booked.id
  where created_by = by_whom and key = with_key;
  delete from inventory.movement_key
  where (created_by, key) in (
    select old.created_by, old.key
    from inventory.movement_key old
    where old.created_at < now() - interval '91 days'
    limit 100
    for update skip locked
  );
  return booked;
end
$$;
