-- A row for each zone and night that has had a stay, with the sites that are taken: a hold changes it under its lock and counts no stays.

-- Pages keep room, so that an update needs no new entry of the index. There are no checks, because PostgreSQL would parse them again in
-- each statement that writes the table; `npm run audit` compares the rows with the stays.
create table booking.zone_night (
  zone_id text not null,
  night date not null,
  -- The sites of stays whose status occupies by the policy.
  taken integer not null,
  primary key (zone_id, night)
) with (fillfactor = 50);

-- Whether the statement that inserted the line has counted it. A trigger counts any other: a line of the previous version, or one
-- that was inserted by hand.
alter table booking.booking_zone add column counted boolean;

-- The key of the advisory lock of the sites of a campground: holds share it, and staff who take sites away have it alone.
create function booking.sites_lock(p_campground_id text) returns bigint
language sql
immutable
as $$
  select hashtextextended('sites of ' || p_campground_id, 'booking.zone'::regclass::oid::bigint)
$$;

-- Adds sites to the nights of a stay, in the order of the nights; a negative number takes them away.
create function booking.add_sites(p_zone_id text, p_stay daterange, p_sites integer) returns void
language sql
as $$
  insert into booking.zone_night as kept (zone_id, night, taken)
  select p_zone_id, generate_series(0, upper(p_stay) - lower(p_stay) - 1) + lower(p_stay), p_sites
  on conflict (zone_id, night) do update
  set taken = kept.taken + excluded.taken
$$;

-- Keeps the nights as the lines of bookings are, whoever changes these. A payment changes nothing if both statuses occupy.
create function booking.count_line() returns trigger
language plpgsql
as $$
declare
  occupying constant text[] := (select occupying_statuses from booking.policy where id = 1);
begin
  if (old.zone_id, old.stay, old.quantity, old.status = any (occupying))
    = (new.zone_id, new.stay, new.quantity, new.status = any (occupying))
  then
    return null;
  end if;
  perform booking.add_sites(old.zone_id, old.stay, -old.quantity) where old.status = any (occupying);
  perform booking.add_sites(new.zone_id, new.stay, new.quantity) where new.status = any (occupying);
  -- A hold of version 1.0.0 that was under way has compared stays, not nights. Others may book more than there is.
  if tg_op = 'INSERT' and current_user = 'campstore_booking' and exists (
    select
    from booking.zone
    join booking.zone_night on zone_night.zone_id = zone.id
    where zone.id = new.zone_id and new.stay @> zone_night.night and zone_night.taken > zone.total_sites
  )
  then
    raise exception 'zone_unavailable' using errcode = 'CS003';
  end if;
  return null;
end
$$;

create trigger count_new_line after insert on booking.booking_zone
  for each row when (new.counted is not true) execute function booking.count_line();
create trigger count_line after update of zone_id, stay, quantity, status or delete on booking.booking_zone
  for each row execute function booking.count_line();

-- The lines of a booking change in the order of their zones: by the primary key.
alter function booking.sync_zone_status() set enable_seqscan = off;
alter function booking.sync_zone_status() set enable_bitmapscan = off;

-- Counts all stays. Meanwhile no hold begins, and no line changes. No campground may appear either: a hold of it would share no lock that is
-- taken here. Stays that may occupy later keep their nights, so that a change of their status inserts none: it would not have the order
-- of locks then (functions/take_hold.sql).
create function booking.recount_nights(p_occupying text[]) returns void
language plpgsql
as $$
begin
  lock table booking.campground in share mode;
  perform pg_advisory_xact_lock(booking.sites_lock(campground.id))
  from (select id from booking.campground order by id) campground;
  lock table booking.booking_zone in exclusive mode;
  delete from booking.zone_night;
  insert into booking.zone_night (zone_id, night, taken)
  select zone_id, lower(stay) + number, coalesce(sum(quantity) filter (where status = any (p_occupying)), 0)
  from booking.booking_zone
  cross join generate_series(0, upper(stay) - lower(stay) - 1) as number
  where status = any (p_occupying || array['pending', 'confirmed'])
  group by 1, 2;
end
$$;

-- The policy says which statuses occupy.
create function booking.recount_by_policy() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' or old.occupying_statuses <> new.occupying_statuses then
    perform booking.recount_nights(new.occupying_statuses);
  end if;
  return null;
end
$$;

create trigger recount_nights after insert or update of occupying_statuses on booking.policy
  for each row execute function booking.recount_by_policy();

-- Excludes holds while sites are taken away. A process of version 1.0.0 compares before it has the lock, so it may not go below what holds
-- took meanwhile, from today on as there; this version has compared already.
create function booking.exclude_holds() returns trigger
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

create trigger exclude_holds before update of total_sites, active on booking.zone
  for each row when (new.total_sites < old.total_sites or old.active and not new.active)
  execute function booking.exclude_holds();

select booking.recount_nights(occupying_statuses)
from booking.policy;
