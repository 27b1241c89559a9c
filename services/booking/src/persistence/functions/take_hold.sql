-- Takes the hold of a booking in one round trip and one transaction, in the documented lock order: the idempotency key, the
-- member, the campground's sites, nights, stock; then it writes everything (docs/contract/booking.md#checkout, rules 3, 5, 8 and 9). A refusal is an
-- exception, so it writes nothing.
--
-- The booking is a row. Its zones are arrays: as rows they cost 6 % of the call.
--
-- Returns null when the hold is taken, or the first response when the same request has taken it before.
--
-- Refusals (src/persistence/checkout.ts): as booking.begin_hold, then CS003 zone_unavailable, CS004 rental_stock_insufficient with the
-- rentals with too few pieces left, as JSON, and the refusals of booking.check_member_limits.
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
set enable_bitmapscan = off
as $$
declare
  held_stay constant daterange := daterange(p_booking.check_in, p_booking.check_out);
  has_rentals constant boolean := p_rentals <> '[]';
  is_limited constant boolean :=
    greatest(p_max_open_holds, p_max_site_nights, p_max_pieces, p_max_share_percent) > 0;
  nights constant integer := p_booking.check_out - p_booking.check_in;
  zone_numbers integer[] := array[1];
  zone_number integer;
  most_taken integer;
  kept_nights integer;
  fullest integer;
  is_closed boolean;
  is_occupying boolean;
  locked text;
  first_response json;
  on_hand jsonb;
  lacking jsonb;
begin
  first_response := booking.begin_hold(p_booking.customer_id, p_key, p_fingerprint, p_response, p_booking.created_at, is_limited);
  if first_response is not null then
    return first_response;
  end if;

  -- Rule 5. The update decides, and its row count says whether every night had enough sites:
  -- * It locks a night and then compares its newest version, as READ COMMITTED does. So of two holds the second one counts the first.
  -- * Staff who take sites away have the lock of the campground's sites alone while they compare; a hold shares it before it reads them.
  -- * A stay returns its sites in the transaction that ends it, under the lock of the night (booking.count_line).
  --
  -- Locks have the order of the zone's id, then new rows before others, then the night: the loop has the zones in order, and without
  -- sequential and bitmap scans the update reads the primary key in order. A hold waits for a row that another hold inserts only where it
  -- would insert that row itself. So a hold that inserts is never part of a cycle of waiting holds, and holds that only update wait in
  -- one order: there is no deadlock.
  --
  -- Holds of one night queue at an advisory lock, or every waiting one would follow each new version of the row. Only a hold that has
  -- locked no night takes it.
  locked := pg_advisory_xact_lock_shared(booking.sites_lock(p_booking.campground_id))::text;
  if cardinality(p_zone_ids) > 1 then
    zone_numbers := array(
      select requested.number
      from unnest(p_zone_ids) with ordinality as requested (zone_id, number)
      order by requested.zone_id
    );
  end if;
  foreach zone_number in array zone_numbers loop
    select
      (select total_sites from booking.zone where zone.id = p_zone_ids[zone_number] and zone.active) - p_quantities[zone_number],
      count(*),
      coalesce(max(night.taken), 0),
      exists (select from booking.overlapping_closures(p_booking.campground_id, held_stay)),
      (select p_booking.status = any (occupying_statuses) from booking.policy where id = 1)
    into most_taken, kept_nights, fullest, is_closed, is_occupying
    from booking.taken_nights(p_zone_ids[zone_number], held_stay) night;
    -- A hold that cannot fit waits for no other.
    if is_closed or (fullest <= most_taken) is not true then
      raise exception 'zone_unavailable' using errcode = 'CS003';
    end if;
    if cardinality(p_zone_ids) = 1 then
      locked := pg_advisory_xact_lock(hashtext(p_zone_ids[zone_number]), p_booking.check_in - date '2000-01-01')::text;
    end if;
    if kept_nights < nights then
      insert into booking.zone_night (zone_id, night, taken)
      select p_zone_ids[zone_number], p_booking.check_in + number, 0
      from generate_series(0, nights - 1) as number
      on conflict do nothing;
    end if;
    update booking.zone_night
    set taken = zone_night.taken + p_quantities[zone_number] * is_occupying::integer
    where zone_night.zone_id = p_zone_ids[zone_number]
      and zone_night.night >= p_booking.check_in
      and zone_night.night < p_booking.check_out
      and zone_night.taken <= most_taken;
    get diagnostics kept_nights = row_count;
    if kept_nights < nights then
      raise exception 'zone_unavailable' using errcode = 'CS003';
    end if;
  end loop;

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
      booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total, stay, status,
      counted
    )
    select
      p_booking.id, zone.id, zone.line - 1, zone.type, zone.price_weekday, zone.price_holiday, zone.quantity,
      zone.line_total, held_stay, p_booking.status, true
    from unnest(p_zone_ids, p_zone_types, p_weekday_prices, p_holiday_prices, p_quantities, p_line_totals) with ordinality
      as zone (id, type, price_weekday, price_holiday, quantity, line_total, line)
  )
  insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
  values (p_booking.id, null, p_booking.status, p_booking.created_at, 'member', p_booking.customer_id);
  perform booking.publish(p_messages);

  if has_rentals then
    perform booking.reserve_rentals(p_booking.id, held_stay, p_rentals);
  end if;
  return null;
end
$$;
