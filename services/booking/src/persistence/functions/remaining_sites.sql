-- The sites of each zone that remain on every night of a stay: the total minus the quantity of the fullest night, over
-- bookings whose status occupies by the policy (docs/contract/booking.md#availability, rule 2). An inactive zone has none.
-- The two parts of the union match the two indexes of booking_zone.
create or replace function booking.remaining_sites(p_zone_ids text[], p_stay daterange)
returns table (zone_id text, campground_id text, remaining integer)
language sql
stable
as $$
  select
    zone.id,
    zone.campground_id,
    case
      when zone.active then greatest(zone.total_sites - coalesce(fullest_night.occupied, 0), 0)
      else 0
    end::integer
  from booking.zone
  left join lateral (
    select max(night.occupied) as occupied
    from (
      select sum(overlapping.quantity) as occupied
      from (
        select short.stay, short.quantity
        from booking.booking_zone short
        where short.zone_id = zone.id
          and lower(short.stay) > lower(p_stay) - 7
          and lower(short.stay) < upper(p_stay)
          and upper(short.stay) > lower(p_stay)
          and upper(short.stay) - lower(short.stay) <= 7
          and short.status <> 'cancelled'
          and short.status = any ((select occupying_statuses from booking.policy where id = 1)::text[])
        union all
        select long.stay, long.quantity
        from booking.booking_zone long
        where long.zone_id = zone.id
          and lower(long.stay) < upper(p_stay)
          and upper(long.stay) > lower(p_stay)
          and upper(long.stay) - lower(long.stay) > 7
          and long.status <> 'cancelled'
          and long.status = any ((select occupying_statuses from booking.policy where id = 1)::text[])
      ) overlapping
      join generate_series(0, upper(p_stay) - lower(p_stay) - 1) as night_number
        on overlapping.stay @> (lower(p_stay) + night_number)
      group by night_number
    ) night
  ) fullest_night on true
  where zone.id = any (p_zone_ids)
$$;
