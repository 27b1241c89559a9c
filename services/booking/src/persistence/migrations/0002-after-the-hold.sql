-- Stays after the hold: attendance, contact, cancellation by tiers, changes, agreed prices, and nights that are counted.

-- The rules of a booking's columns as one function: PostgreSQL parses every check of a table again in each statement that inserts or
-- updates, and five checks cost twice as much as the call of a function that is compiled once in a session. A null is for `not null`.
create function booking.is_valid_booking(
  check_in date,
  check_out date,
  guest_count integer,
  status text,
  payment_status text,
  payment_method text
) returns boolean
language plpgsql
immutable
as $$
begin
  return check_out > check_in
    and guest_count > 0
    and status in ('pending', 'confirmed', 'completed', 'cancelled')
    and payment_status in ('unpaid', 'paid')
    and payment_method in ('gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other');
end
$$;

alter table booking.note add foreign key (booking_id) references booking.booking;

-- Whether the guests came: `arrived` or `no-show`; null until staff say so. Who comes, with name and phone, if the member said it. The rules
-- by which members cancel paid stays, as of the hold. The nights with the holiday price, null where their number says it. All are null for a
-- booking of the previous version.
alter table booking.booking
  add column attendance text,
  add column contact jsonb,
  add column cancellation_tiers jsonb,
  add column holiday_nights date[];

-- Weekdays, 0 = Sunday to 6 = Saturday, whose nights have the holiday price where the calendar says nothing. The previous version
-- knows only the default.
alter table booking.policy
  add column cancellation_tiers jsonb not null default '[]',
  add column holiday_weekdays integer[] not null default '{0,6}'
    constraint holiday_weekdays_are_weekdays check (holiday_weekdays <@ '{0,1,2,3,4,5,6}');

-- What was sold keeps its price when a stay is changed (docs/contract/admin.md#change-a-stay): the agreed nights of a line where its prices do
-- not say them.
alter table booking.rental_reservation add column nights json;

-- What staff changed about paid stays: their content before and after, as the contract has it.
create table booking.stay_change (
  id bigint generated always as identity primary key,
  booking_id text not null references booking.booking,
  at timestamptz not null,
  by text not null,
  reason text not null,
  before json not null,
  after json not null
);

create index stay_change_of_booking on booking.stay_change (booking_id, id);

-- Identifies one state of everything that a booking is priced from, except rentals, so that a hold finds out whether something has
-- changed since it was read. The token also differs in a restored back-up, where a number could repeat for another state.
create table booking.price_revision (
  id integer primary key check (id = 1),
  token uuid not null
);
insert into booking.price_revision values (1, gen_random_uuid());

-- The first change of a transaction sets another token when the transaction commits: so who sees a change sees its token. Transactions
-- that change something wait for each other then, so that no state has the token of another one. At that time they wait for nothing
-- else, so they cannot deadlock.
create function booking.change_price_revision() returns trigger
language plpgsql
as $$
begin
  update booking.price_revision set token = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
  return null;
end
$$;

do $$
declare
  priced text;
begin
  foreach priced in array array['campground', 'zone', 'holiday', 'policy'] loop
    execute format(
      'create constraint trigger change_price_revision after insert or update or delete on booking.%I
       deferrable initially deferred for each row execute function booking.change_price_revision()',
      priced
    );
    execute format(
      'create trigger change_price_revision_at_once after truncate on booking.%I
       for each statement execute function booking.change_price_revision()',
      priced
    );
  end loop;
end
$$;

-- in a transaction

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
-- that was inserted by hand. And the agreed nights, as of a rental.
alter table booking.booking_zone add column counted boolean, add column nights json;

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

-- outside of a transaction

-- The new check replaces five in one statement, so that each row is checked at every moment.
alter table booking.booking
  drop constraint if exists booking_valid,
  add constraint booking_valid check (
    booking.is_valid_booking(check_in, check_out, guest_count, status, payment_status, payment_method)
  ) not valid,
  drop constraint if exists booking_check,
  drop constraint if exists booking_guest_count_check,
  drop constraint if exists booking_status_check,
  drop constraint if exists booking_payment_status_check,
  drop constraint if exists booking_payment_method_check;

alter table booking.booking validate constraint booking_valid;

-- Bookings by the name and the digits of the phone number of their guest contact, for the list's search. No hold writes it: the query
-- looks up those on hold by the index of deadlines.
create index concurrently if not exists booking_contact_past_hold on booking.booking
  using gin (shared.search_text(contact ->> 'name') gin_trgm_ops, shared.phone_digits(contact ->> 'phone') gin_trgm_ops)
  where contact is not null and (payment_status = 'unpaid' and status = 'pending') is false;

-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0002-unseen-characters.sql).
update booking.booking
set customer_name = customer_name
where search_text <> shared.search_text(id, campground_name, customer_name, customer_email);

reindex index concurrently booking.payment_notification_search;

reindex index concurrently booking.refund_search;
