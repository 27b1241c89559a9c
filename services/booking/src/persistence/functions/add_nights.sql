-- Adds rows of nights without taken sites, if there are none yet, in the order of zone and night. Call it after the campground's sites are
-- locked, and before any night is: a transaction that waits here has locked no row that was there before, so it cannot be part of a
-- circle of waiting transactions. The next statement locks all nights and sees the rows of all others.
create or replace function booking.add_nights(p_zone_ids text[], p_nights date[]) returns void
language plpgsql
as $$
begin
  insert into booking.zone_night (zone_id, night, taken)
  select distinct added.zone_id, added.night, 0
  from unnest(p_zone_ids, p_nights) as added (zone_id, night)
  order by added.zone_id, added.night
  on conflict do nothing;
end
$$;
