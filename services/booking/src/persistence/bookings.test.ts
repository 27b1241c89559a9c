import { transaction } from '@campstore/database/database'
import { countWaiting } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { createBookingActions } from '../testing/booking-actions.ts'
import { bookingReads } from './bookings.ts'

const actions = useFixture(createBookingActions)

// docs/architecture/clocks.md: the instant errs on the customer's side, and the history stays in order.
test.each([
  ['only locked it: the instant is before that', false],
  ['changed it: the instant is after that', true],
])('a booking is locked after another session has %s', async (_, isChanged) => {
  const { owner, scenario, hold, database } = actions
  const campground = await scenario.campground()
  const { id: zoneId } = await scenario.zone(campground)
  const held = await hold({
    campgroundId: campground.id,
    zones: [{ zoneId, quantity: 1 }],
    nights: { first: 0, end: 1 },
  })
  const id = 'done' in held ? held.done.bookingId : expect.fail(held.refused)
  const other = await owner.connect()
  await other.query('begin')
  await other.query('select from booking.booking where id = $1 for update', [id])
  if (isChanged) await other.query('update booking.booking set guest_count = guest_count where id = $1', [id])

  const locking = transaction(database.requests, tx => bookingReads.lock(tx, id))
  await expect.poll(() => countWaiting(owner)).toBe(1)
  const { rows } = await other.query<{ released: string }>('select clock_timestamp()::text as released')
  await other.query('commit')
  other.release()

  const locked = await locking
  // By PostgreSQL, as a Date has no microseconds.
  const compared = await owner.query('select $1::timestamptz >= $2 as after', [locked?.now, rows[0]?.released])
  expect(compared.rows).toEqual([{ after: isChanged }])
})
