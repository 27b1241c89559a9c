import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { createBookingActions, stayOf } from '../testing/booking-actions.ts'

const actions = useFixture(createBookingActions)

async function bookedZone() {
  const zone = await actions.scenario.zone(await actions.scenario.campground(), { total_sites: 9 })
  const stay = stayOf({ first: 0, end: 2 })
  const bookingId = await actions.scenario.booking({ check_in: stay.checkIn, check_out: stay.checkOut })
  await actions.scenario.bookedSites(zone, stay, { booking_id: bookingId, quantity: 2, status: 'pending' })
  return { zone, bookingId }
}

test('a line is counted while its status occupies, with its quantity and its nights, for every writer; a payment writes no night', async () => {
  const { zone, bookingId } = await bookedZone()
  expect(await actions.scenario.takenSites(zone)).toEqual({ '2026-12-07': 2, '2026-12-08': 2 })
  const versions = async () =>
    (await actions.owner.query('select xmin from booking.zone_night where zone_id = $1 order by night', [zone.id])).rows
  const before = await versions()
  await actions.scenario.change('booking.booking', bookingId, { status: 'confirmed' })
  expect(await versions()).toEqual(before)
  expect(await actions.scenario.takenSites(zone)).toEqual({ '2026-12-07': 2, '2026-12-08': 2 })
  await actions.owner.query(
    `update booking.booking_zone set quantity = 3, stay = '[2026-12-08,2026-12-10)' where booking_id = $1`,
    [bookingId],
  )
  expect(await actions.scenario.takenSites(zone)).toEqual({ '2026-12-08': 3, '2026-12-09': 3 })
  await actions.scenario.change('booking.booking', bookingId, { status: 'completed' })
  expect(await actions.scenario.takenSites(zone)).toEqual({})
  await actions.scenario.change('booking.booking', bookingId, { status: 'pending' })
  expect(await actions.scenario.takenSites(zone)).toEqual({ '2026-12-08': 3, '2026-12-09': 3 })
  await actions.owner.query('delete from booking.booking_zone where booking_id = $1', [bookingId])
  expect(await actions.scenario.takenSites(zone)).toEqual({})
})

test('another policy counts all stays again', async () => {
  const { zone, bookingId } = await bookedZone()
  await actions.scenario.policy({ occupying_statuses: ['confirmed'] })
  expect(await actions.scenario.takenSites(zone)).toEqual({})
  await actions.scenario.change('booking.booking', bookingId, { status: 'confirmed' })
  expect(await actions.scenario.takenSites(zone)).toEqual({ '2026-12-07': 2, '2026-12-08': 2 })
})

test('no campground appears while stays are counted again: a hold of it would share none of the locks', async () => {
  const policy = await actions.owner.connect()
  try {
    await policy.query('begin; update booking.policy set occupying_statuses = array[$$completed$$]')
    const added = actions.scenario.campground()
    const waiting = `
      select from pg_locks
      where relation = 'booking.campground'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await actions.owner.query(waiting)).rowCount).toBe(1)
    await policy.query('rollback')
    await added
  } finally {
    policy.release(true)
  }
})

test('stays that may occupy later keep their nights: a change of status inserts none, which could deadlock with a hold', async () => {
  const { zone } = await bookedZone()
  await actions.scenario.policy({ occupying_statuses: ['confirmed'] })
  const { rows } = await actions.owner.query(
    'select night::text, taken from booking.zone_night where zone_id = $1 order by night',
    [zone.id],
  )
  expect(rows).toEqual([
    { night: '2026-12-07', taken: 0 },
    { night: '2026-12-08', taken: 0 },
  ])
})

test('a process of version 1.0.0, which has counted before a hold, does not go below what is taken then', async () => {
  await actions.scenario.policy({ occupying_statuses: ['pending', 'confirmed'] })
  const { zone, bookingId } = await bookedZone()
  // From today on, by PostgreSQL's clock.
  await actions.owner.query(
    `update booking.booking_zone
    set stay = daterange((now() at time zone 'Asia/Taipei')::date, (now() at time zone 'Asia/Taipei')::date + 1)
    where booking_id = $1`,
    [bookingId],
  )
  await expect(
    actions.database.requests.query('update booking.zone set total_sites = 1 where id = $1', [zone.id]),
  ).rejects.toMatchObject({ code: '23514' })
  await actions.database.requests.query('update booking.zone set total_sites = 2 where id = $1', [zone.id])
})

test('locks of nights have the order of the primary key: neither a hold nor a trigger reads them in another way', async () => {
  const { rows } = await actions.owner.query<{ name: string; settings: string[] }>(
    `select proname as name, proconfig as settings
    from pg_proc
    where pronamespace = 'booking'::regnamespace and proname in ('take_hold', 'sync_zone_status')`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(['sync_zone_status', 'take_hold'])
  for (const { settings } of rows)
    expect(settings).toEqual(expect.arrayContaining(['enable_seqscan=off', 'enable_bitmapscan=off']))
})
