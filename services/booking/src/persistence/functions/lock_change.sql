-- Locks what a change of a stay takes and gives back, in the documented order: the campground's sites, then the nights that no row has
-- yet, then all nights by zone and night, as take_holds does; then stock. Call it after the booking is locked; the next statement sees
-- everything that was committed before.
--
-- Every look-up of nights uses the primary key, even if the planner would read a small table as a whole.
create or replace function booking.lock_change(
  p_booking_id text,
  p_campground_id text,
  p_stay daterange,
  p_zone_ids text[],
  p_variant_ids text[],
  p_location_id text
) returns void
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  perform pg_advisory_xact_lock_shared(booking.sites_lock(p_campground_id));
  perform booking.add_nights(array_agg(zone_id), array_agg(lower(p_stay) + number))
  from unnest(p_zone_ids) as zone_id
  cross join generate_series(0, upper(p_stay) - lower(p_stay) - 1) as number;
  perform
  from (
    select zone_id, stay from booking.booking_zone where booking_id = p_booking_id
    union all
    select unnest(p_zone_ids), p_stay
  ) line
  join booking.zone_night on zone_night.zone_id = line.zone_id
    and zone_night.night >= lower(line.stay) and zone_night.night < upper(line.stay)
  order by zone_night.zone_id, zone_night.night
  for no key update of zone_night;
  if cardinality(p_variant_ids) > 0 then
    perform from inventory.lock_stock_at(p_variant_ids, array_fill(p_location_id, array[cardinality(p_variant_ids)]));
  end if;
end
$$;
