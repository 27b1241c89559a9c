-- Takes the hold of a booking in one round trip and one transaction, in the documented lock order: the idempotency key, the
-- member, zones, stock; then it writes everything (docs/contract/booking.md#checkout, rules 3, 5, 8 and 9). A refusal is an
-- exception, so it writes nothing.
--
-- The booking is a row. Its zones are arrays: as rows they cost 6 % of the call.
--
-- Returns null when the hold is taken, or the first response when the same request has taken it before.
--
-- Refusals (src/persistence/refusals.ts): CS001 idempotency_key_reused, CS003 zone_unavailable, CS004 rental_stock_insufficient with the
-- rentals with too few pieces left, as JSON, then the refusals of booking.check_member_limits.
--
-- Every statement runs by its generic plan, since a plan for the values of one call costs more than the call. Every look-up uses
-- an index, even if the planner would read a small table as a whole.
create or replace function booking.take_hold(
  p_booking booking.booking,
  p_zone_ids text[],
  p_zone_types text[],
  p_weekday_prices numeric[],
  p_holiday_prices numeric[],
  p_quantities integer[],
  p_line_totals numeric[],
  p_rentals jsonb,
  p_key text,
  p_fingerprint text,
  p_response json,
  p_messages jsonb,
  p_max_open_holds integer,
  p_max_site_nights integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  held_stay constant daterange := daterange(p_booking.check_in, p_booking.check_out);
  has_rentals constant boolean := p_rentals <> '[]';
  is_limited constant boolean :=
    greatest(p_max_open_holds, p_max_site_nights, p_max_pieces, p_max_share_percent) > 0;
  earlier booking.idempotency_key;
  on_hand jsonb;
  lacking jsonb;
begin
  earlier := booking.take_key('hold', p_booking.customer_id, p_key, p_fingerprint, p_response, p_booking.created_at);
  if earlier.fingerprint <> p_fingerprint then
    raise exception 'idempotency_key_reused' using errcode = 'CS001';
  elsif earlier.fingerprint is not null then
    return earlier.response;
  end if;

  if not booking.lock_member(p_booking.customer_id, is_limited) then
    raise exception 'customer_not_active' using errcode = 'CS014';
  end if;

  -- Rules 5 and 8. Locking and counting are separate statements: a statement sees only earlier commits, so a count
  -- has to begin after its lock is held. A function of their own would cost 2 % of the hold.
  perform
  from booking.zone
  where zone.id = any (p_zone_ids)
  order by zone.id
  for no key update;

  -- All overlapping stays together are at least as many as the stays of the fullest night, and cheaper to count: the nights are
  -- counted only if this sum might leave too little.
  if exists (select from booking.overlapping_closures(p_booking.campground_id, held_stay))
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
            and lower(short.stay) > lower(held_stay) - 7
            and lower(short.stay) < upper(held_stay)
            and upper(short.stay) > lower(held_stay)
            and upper(short.stay) - lower(short.stay) <= 7
            and short.status <> 'cancelled'
        ), 0)
        - coalesce((
          select sum(long.quantity)
          from booking.booking_zone long
          where long.zone_id = requested.zone_id
            and lower(long.stay) < upper(held_stay)
            and upper(long.stay) > lower(held_stay)
            and upper(long.stay) - lower(long.stay) > 7
            and long.status <> 'cancelled'
        ), 0)
    )
  then
    perform
    where exists (select from booking.overlapping_closures(p_booking.campground_id, held_stay))
      or exists (
        select
        from unnest(p_zone_ids, p_quantities) as requested (zone_id, quantity)
        left join lateral booking.remaining_sites(array[requested.zone_id], held_stay) free on true
        where requested.quantity > coalesce(free.remaining, 0)
      );
    if found then
      raise exception 'zone_unavailable' using errcode = 'CS003';
    end if;
  end if;

  if has_rentals then
    select jsonb_object_agg(stock.variant_id, stock.on_hand)
    into on_hand
    from inventory.lock_stock(
      array(select rental ->> 'rentalSkuVariantId' from jsonb_array_elements(p_rentals) rental),
      p_rentals -> 0 ->> 'locationId'
    ) stock;

    select jsonb_agg(jsonb_build_object(
      'line', requested.line, 'name', requested.name, 'requested', requested.quantity, 'left', greatest(free.pieces, 0)
    ) order by requested.line)
    into lacking
    from jsonb_to_recordset(p_rentals)
      as requested (line integer, name text, "rentalSkuVariantId" text, "locationId" text, quantity integer)
    cross join lateral (
      select coalesce((on_hand ->> requested."rentalSkuVariantId")::integer, 0)
        - booking.reserved_rentals(requested."rentalSkuVariantId", requested."locationId", held_stay) as pieces
      offset 0
    ) free
    where requested.quantity > free.pieces;
    if lacking is not null then
      raise exception 'rental_stock_insufficient' using errcode = 'CS004', detail = lacking;
    end if;
  end if;

  if is_limited then
    perform booking.check_member_limits(
      p_booking.customer_id, held_stay, p_zone_ids, p_quantities, p_rentals, p_max_open_holds, p_max_site_nights, p_max_pieces,
      p_max_share_percent
    );
  end if;

  with new_booking as (
    insert into booking.booking (has_rental, {{columns}})
    values (has_rentals, {{values}})
  ),
  new_zones as (
    insert into booking.booking_zone (
      booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total, stay, status
    )
    select
      p_booking.id, zone.id, zone.line - 1, zone.type, zone.price_weekday, zone.price_holiday, zone.quantity,
      zone.line_total, held_stay, p_booking.status
    from unnest(p_zone_ids, p_zone_types, p_weekday_prices, p_holiday_prices, p_quantities, p_line_totals) with ordinality
      as zone (id, type, price_weekday, price_holiday, quantity, line_total, line)
  )
  insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
  values (p_booking.id, null, p_booking.status, p_booking.created_at, 'member', p_booking.customer_id);
  perform booking.publish(p_messages);

  if has_rentals then
    insert into booking.rental_reservation (
      booking_id, rental_listing_id, line, variant_id, location_id, sku, name, specification, price_weekday,
      price_holiday, discount_rate, quantity, line_total, stay, status
    )
    select p_booking.id, rental.*, held_stay, 'active'
    from jsonb_to_recordset(p_rentals) as rental (
      "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
      specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
      "lineTotal" numeric
    );
  end if;
  return null;
end
$$;
