-- Counts all stays when the policy says which statuses occupy. Meanwhile no hold begins, and no line changes. No campground may appear either:
-- a hold of it would share no lock that is taken here. Stays that may occupy later keep their nights, so that a change of
-- their status inserts none: it would not have the order of locks then (functions/take_hold.sql).
create or replace function booking.recount_nights() returns trigger
language plpgsql
as $$
begin
  lock table booking.campground in share mode;
  perform pg_advisory_xact_lock(booking.sites_lock(campground.id))
  from (select id from booking.campground order by id) campground;
  lock table booking.booking_zone in exclusive mode;
  delete from booking.zone_night;
  insert into booking.zone_night (zone_id, night, taken)
  select
    zone_id,
    lower(stay) + number,
    coalesce(sum(quantity) filter (where status = any (new.occupying_statuses)), 0)
  from booking.booking_zone
  cross join generate_series(0, upper(stay) - lower(stay) - 1) as number
  where status = any (new.occupying_statuses || array['pending', 'confirmed'])
  group by 1, 2;
  return null;
end
$$;

-- Excludes holds while sites are taken away. A process of version 1.0.0 compares before it has the lock, so it may not go below what holds
-- took meanwhile, from today on as there; this version has compared already.
create or replace function booking.exclude_holds() returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(booking.sites_lock(new.campground_id));
  if new.total_sites < old.total_sites
    and current_user = 'campstore_booking'
    and current_setting('campstore.has_compared', true) is distinct from new.id
    and exists (
      select
      from booking.zone_night
      join booking.policy on policy.id = 1
      where zone_id = new.id
        and night >= ((now() - make_interval(hours => date_boundary_hour)) at time zone timezone)::date
        and taken > new.total_sites
    )
  then
    raise exception 'Zone % has more sites booked', new.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
