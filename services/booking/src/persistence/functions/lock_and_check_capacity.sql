-- Locks the zones of a stay, then its rental stock, and refuses a stay for which too little is left
-- (docs/contract/booking.md#checkout, rules 5 and 8). Locking and counting are separate statements: a statement sees what was
-- committed before it began, so a count has to begin after its lock is held.
--
-- Refusals (src/persistence/refusals.ts): CS003 zone_unavailable, CS004 rental_stock_insufficient with
-- the rentals of which too few are left, as JSON.
create or replace function booking.lock_and_check_capacity(
  p_campground_id text,
  p_stay daterange,
  p_zone_ids text[],
  p_quantities integer[],
  p_rentals jsonb
) returns void
language plpgsql
as $$
declare
  on_hand jsonb;
  short jsonb;
begin
  perform
  from booking.zone
  where zone.id = any (p_zone_ids)
  order by zone.id
  for no key update;

  -- All overlapping stays together are at least as many as those of the fullest night, and cheaper to count: the nights are
  -- counted only where this sum might leave too little.
  if exists (select from booking.overlapping_closures(p_campground_id, p_stay))
    or exists (
      select
      from unnest(p_zone_ids, p_quantities) as requested (zone_id, quantity)
      where requested.quantity > coalesce((
          select zone.total_sites
          from booking.zone
          where zone.id = requested.zone_id and zone.active
        ), 0)
        - coalesce((
          select sum(short.quantity)
          from booking.booking_zone short
          where short.zone_id = requested.zone_id
            and lower(short.stay) > lower(p_stay) - 7
            and lower(short.stay) < upper(p_stay)
            and upper(short.stay) > lower(p_stay)
            and upper(short.stay) - lower(short.stay) <= 7
            and short.status <> 'cancelled'
        ), 0)
        - coalesce((
          select sum(long.quantity)
          from booking.booking_zone long
          where long.zone_id = requested.zone_id
            and long.stay && p_stay
            and upper(long.stay) - lower(long.stay) > 7
            and long.status <> 'cancelled'
        ), 0)
    )
  then
    perform
    where exists (select from booking.overlapping_closures(p_campground_id, p_stay))
      or exists (
        select
        from unnest(p_zone_ids, p_quantities) as requested (zone_id, quantity)
        left join lateral booking.remaining_sites(array[requested.zone_id], p_stay) free on true
        where requested.quantity > coalesce(free.remaining, 0)
      );
    if found then
      raise exception 'zone_unavailable' using errcode = 'CS003';
    end if;
  end if;

  if p_rentals = '[]' then
    return;
  end if;

  select jsonb_object_agg(stock.variant_id, stock.on_hand)
  into on_hand
  from inventory.lock_stock(
    array(select rental ->> 'rentalSkuVariantId' from jsonb_array_elements(p_rentals) rental),
    p_rentals -> 0 ->> 'locationId'
  ) stock;

  select jsonb_agg(jsonb_build_object(
    'line', requested.line, 'name', requested.name, 'requested', requested.quantity, 'left', greatest(free.pieces, 0)
  ) order by requested.line)
  into short
  from jsonb_to_recordset(p_rentals)
    as requested (line integer, name text, "rentalSkuVariantId" text, "locationId" text, quantity integer)
  cross join lateral (
    select coalesce((on_hand ->> requested."rentalSkuVariantId")::integer, 0)
      - booking.reserved_rentals(requested."rentalSkuVariantId", requested."locationId", p_stay) as pieces
    offset 0
  ) free
  where requested.quantity > free.pieces;
  if short is not null then
    raise exception 'rental_stock_insufficient' using errcode = 'CS004', detail = short;
  end if;
end
$$;
