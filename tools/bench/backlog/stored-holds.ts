import type pg from 'pg'
import { campgroundCount, dayCount, firstDay, zonesPerCampground } from '../booking/workload.ts'

/**
 * Stores bookings whose holds end at one instant, with everything that a checkout leaves but the message that would come back
 * then: that one waits for the broker.
 */
export async function insertDueHolds(database: pg.Client, count: number, deadline: Date): Promise<void> {
  await database.query(drawn, [count])
  for (const statement of [bookings, history, keys]) await database.query(statement, [deadline])
  await database.query(zones)
  await database.query('drop table due')
  await database.query('analyze booking.booking, booking.booking_zone')
}

/** How many of them are open. */
export async function openHolds(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ open: number }>(/* sql */ `
    select count(*)::integer as open
    from booking.booking
    where status = 'pending' and payment_status = 'unpaid' and id like '%-due-hold'`)
  return rows[0]?.open ?? 0
}

const drawn = /* sql */ `
  create temporary table due as
  select lpad(n::text, 8, '0') || '-due-hold' as id, 'due-' || n as customer_id,
    'camp-' || 1 + n % ${campgroundCount} as campground_id,
    'camp-' || 1 + n % ${campgroundCount} || '-zone-' || 1 + n / ${campgroundCount} % ${zonesPerCampground} as zone_id,
    current_date + ${firstDay} + n % ${dayCount} as check_in,
    current_date + ${firstDay} + n % ${dayCount} + 2 as check_out
  from generate_series(1, $1::integer) n
`

const bookings = /* sql */ `
  insert into booking.booking
  select id, customer_id, 'Due Customer', customer_id || '@members.test', campground_id, campground_id, 'Region 1',
    check_in, check_out, 2, 2, 0, 1700, 0, 0, 1700, 'pending', 'unpaid', 'gateway-credit', null, $1::timestamptz,
    $1::timestamptz - interval '15 minutes', $1::timestamptz - interval '15 minutes'
  from due
`

const zones = /* sql */ `
  insert into booking.booking_zone
  select id, zone_id, 0, 'tent', 850, 1250, 1, 1700, daterange(check_in, check_out), 'pending'
  from due
`

const history = /* sql */ `
  insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
  select id, null, 'pending', $1::timestamptz - interval '15 minutes', 'member', customer_id
  from due
`

const keys = /* sql */ `
  insert into booking.idempotency_key
  select customer_id, 'key-of-' || id, md5(id), json_build_object('bookingId', id), $1::timestamptz
  from due
`
