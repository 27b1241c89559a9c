-- Takes the holds of bookings, each held, replayed or refused by itself, in one transaction: in the documented lock order it locks the
-- members, the campgrounds' sites, nights and stock of all of them, judges each, and then writes (docs/contract/booking.md#checkout,
-- rules 3, 5, 8 and 9). A refused hold writes nothing, except nights without taken sites. Each step is one statement for all holds.
--
-- A hold counts what those before it want. If it fits alone and not with all of them, it is not known yet whether it fits: its outcome is
-- `again`, and the caller asks once more. The first of all holds is always decided.
--
-- Parameters: the rows of the bookings and their first responses as JSON, and arrays of what else each has, with the token of
-- booking.price_revision and the latest time of the statement, or null; their nights and their zones as arrays, with the number of the booking
-- of each; rentals and messages as JSON, each with the number of its booking (`hold`).
--
-- Returns an outcome for each booking, in their order: `held`; `outdated`; those of booking.begin_holds; `zone_unavailable`;
-- `rental_stock_insufficient`; those of booking.check_member_limits.
--
-- Every statement runs by its generic plan, since a plan for the values of one call costs more than the call. Every look-up uses an
-- index, row by row, even if the planner would read a small table as a whole.
create or replace function booking.take_holds(
  p_bookings json,
  p_responses json,
  p_messages jsonb,
  p_timer jsonb,
  p_ids text[],
  p_customer_ids text[],
  p_keys text[],
  p_fingerprints text[],
  p_created_at timestamptz[],
  p_campground_ids text[],
  p_stays daterange[],
  p_revisions uuid[],
  p_latest_times timestamptz[],
  p_night_holds integer[],
  p_night_zones text[],
  p_nights date[],
  p_night_quantities integer[],
  p_of integer[],
  p_lines integer[],
  p_zone_ids text[],
  p_zone_types text[],
  p_weekday_prices numeric[],
  p_holiday_prices numeric[],
  p_quantities integer[],
  p_line_totals numeric[],
  p_rentals jsonb,
  p_max_open_holds integer,
  p_max_site_nights integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns table (outcome text, response json, detail text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  is_limited constant boolean :=
    greatest(p_max_open_holds, p_max_site_nights, p_max_pieces, p_max_share_percent) > 0;
  begun record;
  -- Null where a hold is not decided, and at the end where it is held.
  outcomes text[];
  details text[];
  refused integer[];
  contended integer[];
  has_new_nights boolean;
  is_occupying boolean;
begin
  begun := booking.begin_holds(p_customer_ids, p_keys, p_fingerprints);
  outcomes := begun.outcomes;

  -- Staff who take sites away, or change which statuses occupy, have this lock alone while they compare.
  perform pg_advisory_xact_lock_shared(booking.sites_lock(place.campground_id))
  from (
    select distinct hold.campground_id
    from unnest(p_campground_ids, outcomes) as hold (campground_id, outcome)
    where hold.outcome is null
    order by hold.campground_id
  ) place;

  -- A hold that cannot fit waits for no other.
  select
    array_agg(wanted.hold) filter (where (coalesce(zone_night.taken, 0) <= zone.total_sites - wanted.quantity) is not true),
    bool_or(zone_night.taken is null),
    bool_or('pending' = any (policy.occupying_statuses))
  into refused, has_new_nights, is_occupying
  from unnest(p_night_holds, p_night_zones, p_nights, p_night_quantities) as wanted (hold, zone_id, night, quantity)
  cross join booking.policy
  left join booking.zone on zone.id = wanted.zone_id and zone.active
  left join booking.zone_night on zone_night.zone_id = wanted.zone_id and zone_night.night = wanted.night
  where policy.id = 1 and outcomes[wanted.hold] is null;
  outcomes := array(
    select coalesce(hold.outcome, case
      when price_revision.token <> hold.revision or statement_timestamp() > hold.latest_time then 'outdated'
      when hold.number = any (refused) or exists (select from booking.overlapping_closures(hold.campground_id, hold.stay))
      then 'zone_unavailable'
    end)
    from unnest(outcomes, p_campground_ids, p_stays, p_revisions, p_latest_times) with ordinality
      as hold (outcome, campground_id, stay, revision, latest_time, number)
    cross join booking.price_revision
    where price_revision.id = 1
    order by hold.number
  );

  -- Rule 5. Each night is locked, and its newest version is read, as READ COMMITTED does: so of two transactions the second one counts the
  -- first. A stay returns its sites in the transaction that ends it, under the same lock (booking.count_line).
  --
  -- Nights without a row come first (booking.add_nights), then all, each by zone and night. A transaction that waits for a row that another
  -- one inserts has only inserted earlier ones; a transaction that waits for a lock waits for a later row of one that inserts no more. So
  -- there is no circle of waiting transactions.
  if has_new_nights then
    perform booking.add_nights(array_agg(wanted.zone_id), array_agg(wanted.night))
    from unnest(p_night_holds, p_night_zones, p_nights, p_night_quantities) as wanted (hold, zone_id, night, quantity)
    where outcomes[wanted.hold] is null;
  end if;
  select
    array_agg(counted.hold) filter (where (counted.taken <= counted.total_sites - counted.quantity) is not true),
    array_agg(counted.hold) filter (where counted.taken + counted.wanted > counted.total_sites and is_occupying)
  into refused, contended
  from (
    select
      night.hold, night.quantity, night.total_sites, locked.taken,
      sum(night.quantity) over (partition by night.zone_id, night.night order by night.hold) as wanted
    from (
      select wanted.*, zone.total_sites
      from unnest(p_night_holds, p_night_zones, p_nights, p_night_quantities) as wanted (hold, zone_id, night, quantity)
      join booking.zone on zone.id = wanted.zone_id
      where outcomes[wanted.hold] is null
      order by wanted.zone_id, wanted.night, wanted.hold
    ) night
    left join lateral (
      select zone_night.taken
      from booking.zone_night
      where zone_night.zone_id = night.zone_id and zone_night.night = night.night
      for no key update
    ) locked on true
  ) counted;
  if refused is not null or contended is not null then
    outcomes := array(
      select coalesce(hold.outcome, case
        when hold.number = any (refused) then 'zone_unavailable'
        when hold.number = any (contended) then 'again'
      end)
      from unnest(outcomes) with ordinality as hold (outcome, number)
      order by hold.number
    );
  end if;

  if p_rentals <> '[]' then
    select array_agg(coalesce(outcomes[number], short.outcome)), array_agg(short.detail)
    into outcomes, details
    from generate_subscripts(outcomes, 1) as number
    left join booking.short_rentals(p_rentals, p_stays, outcomes) short on short.hold = number;
  end if;

  if is_limited then
    select array_agg(coalesce(outcomes[number], beyond.outcome)), array_agg(coalesce(details[number], beyond.detail))
    into outcomes, details
    from generate_subscripts(outcomes, 1) as number
    left join booking.check_member_limits(
      p_customer_ids, p_stays, outcomes, p_of, p_lines, p_zone_ids, p_quantities, p_rentals, p_max_open_holds, p_max_site_nights,
      p_max_pieces, p_max_share_percent
    ) beyond on beyond.hold = number;
  end if;

  if array_position(outcomes, null) is not null then
    with new_taken as (
      update booking.zone_night
      set taken = zone_night.taken + added.sites
      from (
        select wanted.zone_id, wanted.night, sum(wanted.quantity)::integer as sites
        from unnest(p_night_holds, p_night_zones, p_nights, p_night_quantities) as wanted (hold, zone_id, night, quantity)
        where is_occupying and outcomes[wanted.hold] is null
        group by wanted.zone_id, wanted.night
      ) added
      where zone_night.zone_id = added.zone_id and zone_night.night = added.night
    ),
    new_bookings as (
      insert into booking.booking (has_rental, {{columns}})
      select
        p_rentals <> '[]' and exists (
          select from jsonb_to_recordset(p_rentals) as rental (hold integer) where rental.hold = hold.ordinality
        ),
        {{values}}
      from json_populate_recordset(null::booking.booking, p_bookings) with ordinality hold
      where outcomes[hold.ordinality] is null
    )
    insert into booking.booking_zone (
      booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total, stay, status, counted
    )
    select
      p_ids[zone.hold], zone.id, zone.line, zone.type, zone.price_weekday, zone.price_holiday, zone.quantity, zone.line_total,
      p_stays[zone.hold], 'pending', true
    from unnest(
      p_of, p_zone_ids, p_lines, p_zone_types, p_weekday_prices, p_holiday_prices, p_quantities, p_line_totals
    ) as zone (hold, id, line, type, price_weekday, price_holiday, quantity, line_total)
    where outcomes[zone.hold] is null;

    if p_rentals <> '[]' then
      perform booking.add_rentals(p_ids, p_stays, (
        select jsonb_agg(rental)
        from jsonb_array_elements(p_rentals) rental
        where outcomes[(rental ->> 'hold')::integer] is null
      ));
    end if;
    perform booking.complete_holds(
      p_ids, p_customer_ids, p_keys, p_fingerprints, p_created_at, outcomes, 'pending', p_responses, p_messages, p_timer
    );
  end if;

  return query
  select coalesce(outcomes[number], 'held'), begun.responses[number], details[number]
  from generate_subscripts(outcomes, 1) as number;
end
$$;
