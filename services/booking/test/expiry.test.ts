import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Interface, States, Booking, scheduled expiry. No message comes back and no sweeper runs by itself during these tests.
const hold = 15 * 60_000
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(async () => {
  fixture.clock.advance(hold)
  await fixture.sweep()
  fixture.clock.set('2026-11-20T08:00:00.000Z')
})

const pathOf = (bookingId: string) => `${sessionsPath}/${bookingId}`

/** A member holds the only site and the only tent of a campground. */
async function booked() {
  const campground = await fixture.set.campground()
  const zone = await fixture.set.zone(campground, { total_sites: 1 })
  const { rentalListingId, rentalSkuVariantId } = await fixture.set.listing(campground, { onHand: 1 })
  const member = await fixture.member()
  const request = checkoutOf(zone, { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] })
  const session = await fixture.hold(member, request)
  const read = async () => (await member.client.get(pathOf(session.bookingId))).data
  return { member, request, session, bookingId: session.bookingId, read }
}
const historyOf = async (bookingId: string) =>
  (await fixture.owner.query('select * from booking.status_history where booking_id = $1 order by id', [bookingId]))
    .rows

describe('judged again under the lock', () => {
  test('a message that comes too early leaves the booking alone', async () => {
    const { bookingId, read } = await booked()
    fixture.clock.advance(hold - 1)
    expect(await fixture.expire(bookingId)).toBe('left')
    expect(await read()).toMatchObject({ status: 'pending' })
  })

  test('at the deadline, to the millisecond, it ends', async () => {
    const { bookingId } = await booked()
    fixture.clock.advance(hold)
    expect(await fixture.expire(bookingId)).toBe('expired')
  })

  test('the expiry is idempotent: one change, one history entry, one event', async () => {
    const { bookingId } = await booked()
    fixture.clock.advance(hold)
    const outcomes = await Promise.all([1, 2, 3].map(() => fixture.expire(bookingId)))
    outcomes.push(await fixture.expire(bookingId))
    expect(outcomes.sort()).toEqual(['expired', 'left', 'left', 'left'])
    expect(await historyOf(bookingId)).toHaveLength(2)
    await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect(fixture.broker.eventsAbout(bookingId)).toHaveLength(2)
  })

  test('a message about a booking that nobody knows is done with', async () => {
    expect(await fixture.expire('none')).toBe('unknown')
  })
})

describe('by the sweeper', () => {
  test('it ends what is overdue and nothing else', async () => {
    const overdue = await booked()
    fixture.clock.advance(hold / 2)
    const fresh = await booked()
    fixture.clock.advance(hold / 2)
    expect(await fixture.sweep()).toBe(1)
    expect([await overdue.read(), await fresh.read()]).toMatchObject([{ status: 'cancelled' }, { status: 'pending' }])
  })

  test('it is done with more than one batch in one round', async () => {
    const zone = await fixture.set.zone(await fixture.set.campground(), { total_sites: 200 })
    const member = await fixture.member()
    for (let made = 0; made < 12; made += 1)
      await Promise.all(Array.from({ length: 10 }, () => fixture.hold(member, checkoutOf(zone))))
    fixture.clock.advance(hold)
    expect(await fixture.sweep()).toBe(120)
    const { rows } = await fixture.owner.query(
      'select status, count(*)::integer from booking.booking where customer_id = $1 group by status',
      [member.customerId],
    )
    expect(rows).toEqual([{ status: 'cancelled', count: 120 }])
  })

  test('it waits for nobody: what somebody else has locked is left for the next round', async () => {
    const [locked, free] = [await booked(), await booked()]
    fixture.clock.advance(hold)
    const other = await fixture.owner.connect()
    try {
      await other.query('begin')
      await other.query('select from booking.booking where id = $1 for update', [locked.bookingId])
      await fixture.sweep()
      expect([await locked.read(), await free.read()]).toMatchObject([{ status: 'pending' }, { status: 'cancelled' }])
      await other.query('rollback')
    } finally {
      other.release()
    }
    await fixture.sweep()
    expect(await locked.read()).toMatchObject({ status: 'cancelled' })
  })

  test('paid in time: neither sweeper nor message touches it', async () => {
    const { session, bookingId, read } = await booked()
    await fixture.pay(session)
    await fixture.broker.eventOf(bookingId, 'booking.paid')
    fixture.clock.advance(hold * 2)
    await fixture.sweep()
    expect(await fixture.expire(bookingId)).toBe('left')
    expect(await read()).toMatchObject({ status: 'pending', paymentStatus: 'paid', checkoutStep: 'completed' })
  })
})

describe('by the deadline check', () => {
  test('error BOOKING_EXPIRED: an operation past checkoutExpiresAt, though nothing has ended it yet', async () => {
    const { member, bookingId } = await booked()
    fixture.clock.advance(hold)
    const answer = await member.client.post(`${pathOf(bookingId)}/cancel`)
    expect(answer).toMatchObject({ status: 409, code: 'BOOKING_EXPIRED' })
  })

  test('until it is ended, an overdue booking still occupies', async () => {
    const { request, bookingId } = await booked()
    fixture.clock.advance(hold)
    const next = await fixture.member()
    expect(await next.client.post(sessionsPath, request)).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
    await fixture.expire(bookingId)
    expect(await next.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
  })
})
