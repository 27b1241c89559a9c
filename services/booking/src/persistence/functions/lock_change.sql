-- Locks what a change of a stay takes and gives back, in the documented order: the campground's sites, then of each zone, by its id, first
-- the nights that no row has yet and then all others, by the night, as take_hold does; then stock. Call it after the booking is locked;
-- the next statement sees everything that was committed before.
--
-- Every look-up of nights uses the primary key, even if the planner would read a small table as a whole: that is their order.
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
declare
  changed record;
begin
  perform pg_advisory_xact_lock_shared(booking.sites_lock(p_campground_id));
  for changed in
    select coalesce(own.zone_id, wanted.id) as zone_id, wanted.id is not null as is_wanted, own.stay
    from (select zone_id, stay from booking.booking_zone where booking_id = p_booking_id) own
    full join unnest(p_zone_ids) as wanted (id) on wanted.id = own.zone_id
    order by 1
  loop
    if changed.is_wanted then
      insert into booking.zone_night (zone_id, night, taken)
      select changed.zone_id, lower(p_stay) + number, 0
      from generate_series(0, upper(p_stay) - lower(p_stay) - 1) as number
      on conflict do nothing;
    end if;
    perform
    from booking.zone_night
    where zone_id = changed.zone_id
      and (night <@ changed.stay or changed.is_wanted and night <@ p_stay)
    order by night
    for no key update;
  end loop;
  if cardinality(p_variant_ids) > 0 then
    perform from inventory.lock_stock(p_variant_ids, p_location_id);
  end if;
end
$$;
