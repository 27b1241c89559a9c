-- The shortages of a stay at this moment: its first closed night, and the requested zones with too few sites on some night, as a
-- JSON array of {line, name, requested, night, remaining}. `line` is the line of the request, from 0; on `night` the fewest sites
-- remain. At most `p_limit` zones: each is counted for every night. Locks nothing.
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
  with night as (
    select daterange(p_check_in + number, p_check_in + number + 1) as stay
    from generate_series(0, p_check_out - p_check_in - 1) as number
  ),
  short_zone as (
    select requested.zone_id, requested.quantity, requested.line - 1 as line, zone.type
    from unnest(p_zone_ids, p_quantities) with ordinality as requested (zone_id, quantity, line)
    join booking.remaining_sites(p_zone_ids, daterange(p_check_in, p_check_out)) whole
      on whole.zone_id = requested.zone_id
    join booking.zone on zone.id = requested.zone_id
    where requested.quantity > whole.remaining
    order by requested.line
    limit p_limit
  )
  select
    (
      select min(lower(night.stay))
      from night
      where exists (select from booking.overlapping_closures(p_campground_id, night.stay))
    ),
    (
      select coalesce(json_agg(json_build_object(
        'line', short_zone.line, 'name', short_zone.type, 'requested', short_zone.quantity,
        'night', fullest.night, 'remaining', fullest.remaining
      ) order by short_zone.line), '[]')
      from short_zone
      cross join lateral (
        select lower(night.stay) as night, free.remaining
        from night
        cross join lateral booking.remaining_sites(array[short_zone.zone_id], night.stay) free
        order by free.remaining, night.stay
        limit 1
      ) fullest
    );
end
$$;
