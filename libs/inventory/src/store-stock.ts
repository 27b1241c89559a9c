/**
 * SQL of `inventory.ship_stock`. Older databases have one that books for itself, so that this one replaces it; it books by
 * `inventory.book_movements` ({@link movementFunctions}), which a later migration adds.
 */
export const shipStockFunction = /* sql */ `
-- Books what leaves the store: the reserved pieces of these places go from reserved and from on hand, each place with a
-- movement. Answers false, with nothing changed, when a place has not so many on hand.
create or replace function inventory.ship_stock(places jsonb, for_reason text, by_whom text, at timestamptz) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform
  from inventory.stock
  where (stock.variant_id, stock.location_id) in (
    select place ->> 'variantId', place ->> 'locationId' from jsonb_array_elements(places) place
  )
  order by stock.variant_id, stock.location_id
  for no key update;

  perform
  from jsonb_to_recordset(places) as place ("variantId" text, "locationId" text, quantity integer)
  left join inventory.stock on stock.variant_id = place."variantId" and stock.location_id = place."locationId"
  where place.quantity > coalesce(stock.on_hand, 0);
  if found then
    return false;
  end if;

  perform
  from inventory.book_movements(
    (
      select jsonb_agg(
        place - 'quantity'
          || jsonb_build_object(
            'quantityDelta', -(place ->> 'quantity')::integer, 'reservedDelta', -(place ->> 'quantity')::integer
          )
      )
      from jsonb_array_elements(places) place
    ),
    for_reason, by_whom, at
  );
  return true;
end
$$;
`

/**
 * SQL of the functions by which orders hold, give back and ship stock of the store. `inventory.stock.reserved` is what
 * active reservations hold of a row, changed only here, under the row's lock: so availability and holds cost the same
 * however many reservations there are. Rows are locked in the order of (variant id, location id) that every service keeps.
 *
 * All run with the rights of the schema's owner, so that a service may hold and ship stock and change nothing else.
 */
export const storeStockFunctions: readonly string[] = [
  /* sql */ `
-- Reserves pieces of variants, [{"variantId", "quantity"}], from the active store locations in the order of their ids; an
-- item may come from several. Answers [{"variantId", "locationId", "quantity"}], or null, with nothing changed, when any of
-- them is short: availability is counted over all locations, for one may have been emptied below what it has reserved.
create function inventory.reserve_stock(wanted jsonb) returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  variant_ids constant text[] := array(select wish ->> 'variantId' from jsonb_array_elements(wanted) wish);
  places jsonb;
  short boolean;
begin
  with locked as materialized (
    select stock.variant_id, stock.location_id, stock.on_hand - stock.reserved as free
    from inventory.stock
    join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
    where stock.variant_id = any (variant_ids)
    order by stock.variant_id, stock.location_id
    for no key update of stock
  ),
  offered as (
    select
      wish."variantId",
      wish.quantity,
      locked.location_id,
      locked.free,
      sum(locked.free) over (partition by wish."variantId") as available,
      sum(greatest(locked.free, 0)) over (partition by wish."variantId" order by locked.location_id)
        - greatest(locked.free, 0) as from_earlier
    from jsonb_to_recordset(wanted) as wish ("variantId" text, quantity integer)
    left join locked on locked.variant_id = wish."variantId"
  )
  select
    bool_or(offered.quantity > coalesce(offered.available, 0)),
    jsonb_agg(
      jsonb_build_object(
        'variantId', offered."variantId",
        'locationId', offered.location_id,
        'quantity', least(offered.free, offered.quantity - offered.from_earlier)
      )
      order by offered."variantId", offered.location_id
    ) filter (where offered.free > 0 and offered.from_earlier < offered.quantity)
  into short, places
  from offered;

  if short then
    return null;
  end if;

  update inventory.stock
  set reserved = stock.reserved + place.quantity
  from jsonb_to_recordset(places) as place ("variantId" text, "locationId" text, quantity integer)
  where stock.variant_id = place."variantId" and stock.location_id = place."locationId";
  return places;
end
$$;
`,
  /* sql */ `
-- Gives back what was reserved in these places, as reserve_stock answered them.
create function inventory.release_stock(places jsonb) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform
  from inventory.stock
  where (stock.variant_id, stock.location_id) in (
    select place ->> 'variantId', place ->> 'locationId' from jsonb_array_elements(places) place
  )
  order by stock.variant_id, stock.location_id
  for no key update;

  update inventory.stock
  set reserved = stock.reserved - place.quantity
  from jsonb_to_recordset(places) as place ("variantId" text, "locationId" text, quantity integer)
  where stock.variant_id = place."variantId" and stock.location_id = place."locationId";
end
$$;
`,
  shipStockFunction,
]
