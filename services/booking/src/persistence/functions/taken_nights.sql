-- The sites of a zone that are taken on the nights of a range, which may have no end: those of stays whose status occupies by the policy
-- (docs/contract/booking.md#availability, rule 2). A night without a row has none. It returns a set, so that the planner inlines it.
create or replace function booking.taken_nights(p_zone_id text, p_nights daterange)
returns table (night date, taken integer)
language sql
stable
as $$
  select zone_night.night, zone_night.taken
  from booking.zone_night
  where zone_night.zone_id = p_zone_id
    and zone_night.night >= lower(p_nights)
    and zone_night.night < coalesce(upper(p_nights), 'infinity')
$$;
