-- A hold of one zone in the fewest statements that are safe, written by hand on tables of its own: the independent limit of
-- a checkout. It leaves out the read of offers and prices, closures, rental stock, the limit of open holds, constraints
-- between and within the tables, and every index that only the administration needs. It keeps a key that is taken first, the
-- zone's lock, a count of its own after the lock, and all rows that a hold leaves.
create schema fewest;
create table fewest.zone (id text primary key, total_sites integer not null);
insert into fewest.zone select id, total_sites from booking.zone;

create table fewest.booking (like booking.booking including defaults);
insert into fewest.booking select * from booking.booking;
alter table fewest.booking add primary key (id);
create index on fewest.booking (customer_id, created_at desc, id desc);
create index on fewest.booking (checkout_expires_at) where status = 'pending' and payment_status = 'unpaid';

create table fewest.booking_zone (like booking.booking_zone);
insert into fewest.booking_zone select * from booking.booking_zone;
alter table fewest.booking_zone add primary key (booking_id, zone_id);
-- No stay is longer than 14 nights, as the policy has it.
create index on fewest.booking_zone (zone_id, lower(stay)) include (stay, quantity, status) where status <> 'cancelled';

create table fewest.idempotency_key (
  actor_id text, key text, fingerprint text, response json, created_at timestamptz, primary key (actor_id, key)
);
create index on fewest.idempotency_key (created_at);
create table fewest.status_history (like booking.status_history including identity);
alter table fewest.status_history add primary key (id);
create index on fewest.status_history (booking_id, id);
create table fewest.outbox (like booking.outbox including identity including defaults);
alter table fewest.outbox add primary key (id);

create function fewest.hold(
  held_id text, customer text, name text, email text, campground text, of_zone text, first_night date, end_date date,
  with_key text, with_fingerprint text, response json, event_id text, event jsonb, message_id text
) returns text
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into fewest.idempotency_key (actor_id, key, fingerprint, response, created_at)
  values (customer, with_key, with_fingerprint, response, now())
  on conflict do nothing;
  if not found then
    return 'replayed';
  end if;
  perform from fewest.zone where id = of_zone for no key update;
  with room as (
    select
    from fewest.zone
    where zone.id = of_zone
      and zone.total_sites > coalesce((
        select max(night.occupied)
        from (
          select sum(taken.quantity) as occupied
          from fewest.booking_zone taken
          join generate_series(0, end_date - first_night - 1) as number
            on taken.stay @> (first_night + number)
          where taken.zone_id = of_zone
            and lower(taken.stay) > first_night - 14
            and lower(taken.stay) < end_date
            and upper(taken.stay) > first_night
            and taken.status <> 'cancelled'
            and taken.status in ('pending', 'confirmed')
          group by number
        ) night
      ), 0)
  ),
  stored as (
    insert into fewest.booking (id, customer_id, customer_name, customer_email, campground_id, campground_name, region,
      check_in, check_out, guest_count, weekday_count, holiday_count, zone_total, rental_total, discount, final_amount,
      status, payment_status, payment_method, paid_at, checkout_expires_at, created_at, updated_at, has_rental, search_text)
    select held_id, customer, name, email, campground, campground,
      'Region 1', first_night, end_date, 2, end_date - first_night, 0, 850, 0, 0, 850,
      'pending', 'unpaid', 'gateway-credit', null, now() + interval '15 minutes', now(), now(), false,
      held_id || campground || name || email
    from room
  ),
  stored_zone as (
    insert into fewest.booking_zone (booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total,
      stay, status)
    select held_id, of_zone, 0, 'tent', 850, 1250, 1, 850,
      daterange(first_night, end_date), 'pending'
    from room
  ),
  stored_history as (
    insert into fewest.status_history (booking_id, to_status, at, actor_type, actor_id)
    select held_id, 'pending', now(), 'member', customer from room
  )
  insert into fewest.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body)
  select message.*
  from room, (values
    (event_id, 'campstore.events', 'booking.created', 'application/cloudevents+json', false,
      held_id, event),
    (message_id, '', 'booking.hold.900s', 'application/json', true, held_id,
      jsonb_build_object('subject', held_id))
  ) message;
  if not found then
    delete from fewest.idempotency_key where actor_id = customer and key = with_key;
    return 'refused';
  end if;
  return 'held';
end
$$;

grant usage on schema fewest to campstore_booking;
grant select, insert, update, delete on all tables in schema fewest to campstore_booking;
grant execute on function fewest.hold to campstore_booking;
