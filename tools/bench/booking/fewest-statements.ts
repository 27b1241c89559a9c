/**
 * The same hold in the fewest statements that are safe, written by hand on tables of its own: the independent limit of a
 * checkout's database time. What it leaves out of ours: reading what is offered and at what price, closures, rental stock, the
 * limit of open holds, constraints between the tables, and every index that only the administration needs. What it keeps: a
 * key that is taken first, the zone's lock, a count of its own after the lock, and all rows that a hold leaves.
 */
export const fewestTables = /* sql */ `
create schema fewest;
create table fewest.zone (id text primary key, total_sites integer not null);
insert into fewest.zone select id, total_sites from booking.zone;

create table fewest.booking (like booking.booking including generated);
insert into fewest.booking select * from booking.booking;
alter table fewest.booking add primary key (id);
create index on fewest.booking (customer_id, created_at desc, id desc);
create index on fewest.booking (checkout_expires_at) where status = 'pending' and payment_status = 'unpaid';

create table fewest.booking_zone (like booking.booking_zone);
insert into fewest.booking_zone select * from booking.booking_zone;
alter table fewest.booking_zone add primary key (booking_id, zone_id);
create index on fewest.booking_zone using gist (zone_id, stay) include (quantity, status) where status <> 'cancelled';

create table fewest.idempotency_key (like booking.idempotency_key including all);
create table fewest.status_history (like booking.status_history including generated including identity);
alter table fewest.status_history add primary key (id);
create index on fewest.status_history (booking_id, id);
create table fewest.outbox (like booking.outbox including identity including defaults);
alter table fewest.outbox add primary key (id);
grant usage on schema fewest to campstore_booking;
grant select, insert, update, delete on all tables in schema fewest to campstore_booking;
`

/** One booking of one zone in one call: three statements. */
export const fewestFunction = /* sql */ `
create function fewest.hold(
  held fewest.booking, in_zone_id text, zone_type text, wanted integer, price numeric, total numeric,
  with_key text, with_fingerprint text, first_response json,
  event_id text, event json, message_id text, queue text
)
returns text
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into fewest.idempotency_key
  values (held.customer_id, with_key, with_fingerprint, first_response, held.created_at)
  on conflict do nothing;
  if not found then
    return 'replayed';
  end if;

  perform from fewest.zone where id = in_zone_id for no key update;

  with room as (
    select
    from fewest.zone
    where zone.id = in_zone_id
      and zone.total_sites >= wanted + coalesce((
        select max(night.occupied)
        from (
          select sum(taken.quantity) as occupied
          from fewest.booking_zone taken
          join generate_series(0, held.check_out - held.check_in - 1) as number
            on taken.stay @> (held.check_in + number)
          where taken.zone_id = in_zone_id
            and taken.stay && daterange(held.check_in, held.check_out)
            and taken.status <> 'cancelled'
            and taken.status in ('pending', 'confirmed')
          group by number
        ) night
      ), 0)
  ),
  stored as (
    insert into fewest.booking select held.* from room
  ),
  stored_zone as (
    insert into fewest.booking_zone
    select held.id, in_zone_id, 0, zone_type, price, price, wanted, total,
      daterange(held.check_in, held.check_out), held.status
    from room
  ),
  noted as (
    insert into fewest.status_history (booking_id, to_status, at, actor_type, actor_id)
    select held.id, held.status, held.created_at, 'member', held.customer_id from room
  )
  insert into fewest.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body)
  select message.* from room, (values
    (event_id, 'campstore.events', 'booking.created', 'application/cloudevents+json', false, held.id, event::jsonb),
    (message_id, '', queue, 'application/json', true, held.id, to_jsonb(held.id))
  ) message;
  if not found then
    delete from fewest.idempotency_key where customer_id = held.customer_id and key = with_key;
    return 'refused';
  end if;
  return 'held';
end
$$;
`
