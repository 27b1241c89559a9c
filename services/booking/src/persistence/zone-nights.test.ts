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
