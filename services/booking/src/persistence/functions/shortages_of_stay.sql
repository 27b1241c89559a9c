-- The shortages of a stay at this moment: its first closed night, and the requested zones with too few sites on some night, as a
-- JSON array of {line, name, requested, night, remaining}. `line` is the line of the request, from 0; on `night` the fewest sites
-- remain. At most `p_limit` zones. Locks nothing.
--
-- The query runs by its generic plan: a plan for the values of one call costs six times as much as the call. Compilation is off:
-- the estimated cost would cause it, and it takes 150 ms, a hundred times as long as the call.
create or replace function booking.shortages_of_stay(
  p_campground_id text,
  p_check_in date,
  p_check_out date,
  p_zone_ids text[],
  p_quantities integer[],
  p_limit integer
) returns table (closed_on date, zones json)
language plpgsql
stable
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
  return query
  select
    (
      select min(night)
      from (select p_check_in + generate_series(0, p_check_out - p_check_in - 1)) as of_stay (night)
      where exists (select from booking.overlapping_closures(p_campground_id, daterange(night, night + 1)))
    ),
    (
      select coalesce(json_agg(short_zone order by line), '[]')
      from (
        select requested.line - 1 as line, zone.type as name, requested.quantity as requested, fullest.night, fullest.remaining
        from unnest(p_zone_ids, p_quantities) with ordinality as requested (zone_id, quantity, line)
        join booking.zone on zone.id = requested.zone_id
        cross join lateral (
          select night, case when zone.active then greatest(zone.total_sites - taken, 0) else 0 end as remaining
          from (
            -- If no night has taken sites, the first one stands for all.
            select p_check_in as night, 0 as taken
            union all
            select night, taken from booking.taken_nights(zone.id, daterange(p_check_in, p_check_out))
          ) of_zone
          order by remaining, night
          limit 1
        ) fullest
        where requested.quantity > fullest.remaining
        order by requested.line
        limit p_limit
      ) short_zone
    );
end
$$;
