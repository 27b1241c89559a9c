import { newId } from '@campstore/core/new-id'
import type pg from 'pg'
import { customerId, memberCount, memberSubject } from '../crowd.ts'
import { campgroundId, dateInDays, spreadWish, zoneId } from './crowd.ts'

/**
 * The same hold in the fewest statements that are safe, written by hand on tables of its own: the independent limit of a
 * checkout's database time. What it leaves out of ours: reading what is offered at what price, closures, rental stock, the limit
 * of open holds, constraints between and within the tables, and every index that only the administration needs. What it
 * keeps: a key that is taken first, the zone's lock, a count of its own after the lock, and all rows that a hold leaves.
 */
export const fewestTables = /* sql */ `
create schema fewest;
create table fewest.zone (id text primary key, total_sites integer not null);
insert into fewest.zone select id, total_sites from booking.zone;

create table fewest.booking (like booking.booking);
insert into fewest.booking select * from booking.booking;
alter table fewest.booking add primary key (id);
create index on fewest.booking (customer_id, created_at desc, id desc);
create index on fewest.booking (checkout_expires_at) where status = 'pending' and payment_status = 'unpaid';

create table fewest.booking_zone (like booking.booking_zone);
insert into fewest.booking_zone select * from booking.booking_zone;
alter table fewest.booking_zone add primary key (booking_id, zone_id);
-- No stay is longer than 14 nights, as the policy has it.
create index on fewest.booking_zone (zone_id, lower(stay)) include (stay, quantity, status) where status <> 'cancelled';

create table fewest.idempotency_key (like booking.idempotency_key including all);
create table fewest.status_history (like booking.status_history including identity);
alter table fewest.status_history add primary key (id);
create index on fewest.status_history (booking_id, id);
create table fewest.outbox (like booking.outbox including identity including defaults);
alter table fewest.outbox add primary key (id);
grant usage on schema fewest to campstore_booking;
grant select, insert, update, delete on all tables in schema fewest to campstore_booking;
`

/** What a hold of one zone is given, with its types. */
const parameters = [
  ['held_id', 'text'],
  ['customer', 'text'],
  ['name', 'text'],
  ['email', 'text'],
  ['campground', 'text'],
  ['of_zone', 'text'],
  ['first_night', 'date'],
  ['end_date', 'date'],
  ['with_key', 'text'],
  ['with_fingerprint', 'text'],
  ['answer', 'json'],
  ['event_id', 'text'],
  ['event', 'jsonb'],
  ['message_id', 'text'],
] as const

/** SQL of each parameter. */
type Given = Record<(typeof parameters)[number][0], string>

const takeKey = (given: Given) => /* sql */ `
  insert into fewest.idempotency_key
  values (${given.customer}, ${given.with_key}, ${given.with_fingerprint}, ${given.answer}, now())
  on conflict do nothing`

const lockZone = (given: Given) => /* sql */ `from fewest.zone where id = ${given.of_zone} for no key update`

const countAndStore = (given: Given) => /* sql */ `
  with room as (
    select
    from fewest.zone
    where zone.id = ${given.of_zone}
      and zone.total_sites > coalesce((
        select max(night.occupied)
        from (
          select sum(taken.quantity) as occupied
          from fewest.booking_zone taken
          join generate_series(0, ${given.end_date} - ${given.first_night} - 1) as number
            on taken.stay @> (${given.first_night} + number)
          where taken.zone_id = ${given.of_zone}
            and lower(taken.stay) > ${given.first_night} - 14
            and lower(taken.stay) < ${given.end_date}
            and upper(taken.stay) > ${given.first_night}
            and taken.status <> 'cancelled'
            and taken.status in ('pending', 'confirmed')
          group by number
        ) night
      ), 0)
  ),
  stored as (
    insert into fewest.booking
    select ${given.held_id}, ${given.customer}, ${given.name}, ${given.email}, ${given.campground}, ${given.campground},
      'Region 1', ${given.first_night}, ${given.end_date}, 2, ${given.end_date} - ${given.first_night}, 0, 850, 0, 0, 850,
      'pending', 'unpaid', 'gateway-credit', null, now() + interval '15 minutes', now(), now(), false,
      ${given.held_id} || ${given.campground} || ${given.name} || ${given.email}
    from room
  ),
  stored_zone as (
    insert into fewest.booking_zone
    select ${given.held_id}, ${given.of_zone}, 0, 'tent', 850, 1250, 1, 850,
      daterange(${given.first_night}, ${given.end_date}), 'pending'
    from room
  ),
  noted as (
    insert into fewest.status_history (booking_id, to_status, at, actor_type, actor_id)
    select ${given.held_id}, 'pending', now(), 'member', ${given.customer} from room
  )
  insert into fewest.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body)
  select message.*
  from room, (values
    (${given.event_id}, 'campstore.events', 'booking.created', 'application/cloudevents+json', false,
      ${given.held_id}, ${given.event}),
    (${given.message_id}, '', 'booking.hold.900s', 'application/json', true, ${given.held_id},
      jsonb_build_object('subject', ${given.held_id}))
  ) message`

const givenBy = (sql: (name: string, type: string, index: number) => string): Given => {
  const entries = parameters.map(([name, type], index) => [name, sql(name, type, index)] as const)
  const by = (name: keyof Given) => entries.find(([each]) => each === name)?.[1] ?? name
  return {
    held_id: by('held_id'),
    customer: by('customer'),
    name: by('name'),
    email: by('email'),
    campground: by('campground'),
    of_zone: by('of_zone'),
    first_night: by('first_night'),
    end_date: by('end_date'),
    with_key: by('with_key'),
    with_fingerprint: by('with_fingerprint'),
    answer: by('answer'),
    event_id: by('event_id'),
    event: by('event'),
    message_id: by('message_id'),
  }
}

const named = givenBy(name => name)

/** The whole hold in one call. */
export const fewestFunction = /* sql */ `
create function fewest.hold(${parameters.map(([name, type]) => `${name} ${type}`).join(', ')}) returns text
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  ${takeKey(named)};
  if not found then
    return 'replayed';
  end if;
  perform ${lockZone(named)};
  ${countAndStore(named)};
  if not found then
    delete from fewest.idempotency_key where customer_id = customer and key = with_key;
    return 'refused';
  end if;
  return 'held';
end
$$;
grant execute on function fewest.hold to campstore_booking;
`

/** A text as long as the answer and the event of a booking of one zone. */
const body = JSON.stringify({ is: 'as long as that of a booking', text: 'x'.repeat(850) })

/** One call of pgbench, with the variables of the checkout's own script. */
export const fewestScript = /* sql */ `
select fewest.hold(
  'h' || :n || '-' || :client_id, 'load-' || :member, 'Load Member ' || :member, 'load-member-' || :member || '@members.test',
  'camp-' || :camp, 'camp-' || :camp || '-zone-' || :zone, current_date + :day::integer,
  current_date + :day::integer + :nights::integer, 'k' || :n || '-' || :client_id, repeat('f', 64), E'${body.replaceAll(':', '\\x3a')}',
  'm' || :n || '-' || :client_id || '-2', '{}', 'm' || :n || '-' || :client_id || '-3'
);
`

function wishedValues(): string[] {
  const { member, campground, zone, day, nights } = spreadWish()
  const customer = customerId(member)
  return [
    newId(),
    customer,
    `Load Member ${member}`,
    `${memberSubject(member)}@members.test`,
    campgroundId(campground),
    zoneId(campground, zone),
    dateInDays(day),
    dateInDays(day + nights),
    newId(),
    'f'.repeat(64),
    body,
    newId(),
    body,
    newId(),
  ]
}

/** Takes one hold in one call. */
export async function holdInOneCall(database: pg.Pool): Promise<void> {
  const places = parameters.map((_, index) => `$${index + 1}`)
  await database.query({ name: 'fewest', text: `select fewest.hold(${places.join(', ')})`, values: wishedValues() })
}

/** Takes one hold by plain prepared statements in a transaction, on a pool of one connection. */
export async function holdByPlainStatements(database: pg.Pool): Promise<void> {
  const values = wishedValues()
  await database.query('begin')
  for (const { name, text, used } of plainStatements) {
    await database.query({ name: `fewest-${name}`, text, values: used.map(index => values[index]) })
  }
  await database.query('commit')
}

/** A statement with places for the parameters it uses, numbered from 1, and which of all those are. */
function plainStatement(name: string, sql: (given: Given) => string) {
  const used: number[] = []
  const text = sql(givenBy((_, type, index) => `:${index}::${type}`)).replaceAll(/:(\d+)::/g, (_, number: string) => {
    const index = Number(number)
    if (!used.includes(index)) used.push(index)
    return `$${used.indexOf(index) + 1}::`
  })
  return { name, text, used }
}

const plainStatements = [
  plainStatement('key', takeKey),
  plainStatement('lock', given => `select ${lockZone(given)}`),
  plainStatement('store', countAndStore),
]

/** Removes what the holds of a round left. */
export async function forgetFewest(database: pg.Client): Promise<void> {
  await database.query('set synchronous_commit = off')
  const made = `select id from fewest.booking where customer_id in (select 'load-' || n from generate_series(1, ${memberCount}) n)`
  await database.query(`delete from fewest.booking_zone where booking_id in (${made})`)
  await database.query(`delete from fewest.booking where id in (${made})`)
  await database.query('truncate fewest.outbox, fewest.status_history, fewest.idempotency_key')
  await database.query('vacuum analyze fewest.booking, fewest.booking_zone')
}
