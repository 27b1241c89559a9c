import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Booking checkout, rule 3, and decisions.md, 5.
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const aZone = async (changes?: object) =>
  fixture.set.zone(await fixture.set.campground(), { total_sites: 9, ...changes })
const bookingsOf = async (customerId: string): Promise<number> => {
  const { rows } = await fixture.owner.query<{ count: number }>(
    'select count(*)::integer as count from booking.booking where customer_id = $1',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

describe('same member, same key, same payload: the original result is replayed', () => {
  test('word for word, and nothing more is held', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    const first = await member.client.post(sessionsPath, request)
    fixture.clock.advance(60_000)
    const second = await member.client.post(sessionsPath, request)
    expect([second.status, JSON.stringify(second.body)]).toEqual([200, JSON.stringify(first.body)])
    expect(await bookingsOf(member.customerId)).toBe(1)
  })

  test('also when the booking has changed since', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    const first = await fixture.hold(member, request)
    await member.client.post(`${sessionsPath}/${first.bookingId}/cancel`)
    expect(await fixture.hold(member, request)).toEqual(first)
  })

  test('also when the dates can no longer be booked', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    const first = await fixture.hold(member, request)
    fixture.clock.set('2026-12-31T00:00:00.000Z')
    expect(await fixture.hold(member, request)).toEqual(first)
  })

  test('also when the campground was closed down and its prices changed', async () => {
    const member = await fixture.member()
    const zone = await aZone()
    const request = checkoutOf(zone)
    const first = await fixture.hold(member, request)
    await fixture.set.change('booking.campground', zone.campgroundId, { active: false })
    await fixture.set.change('booking.zone', zone.id, { price_weekday: '9.00' })
    expect(await fixture.hold(member, request)).toEqual(first)
  })

  test('also when no site is left', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone({ total_sites: 1 }))
    expect(await fixture.hold(member, request)).toEqual(await fixture.hold(member, request))
  })

  test('ten at once make one booking and one answer', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone({ total_sites: 1 }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => member.client.post(sessionsPath, request)))
    expect(new Set(answers.map(answer => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1)
    expect([answers[0]?.status, await bookingsOf(member.customerId)]).toEqual([200, 1])
  })
})

describe('what makes a payload the same', () => {
  test('the order of zones and rentals does not matter', async () => {
    const campground = await fixture.set.campground()
    const zones = [await fixture.set.zone(campground), await fixture.set.zone(campground)].map(zone => ({
      zoneId: zone.id,
      quantity: 1,
    }))
    const rentals = [await fixture.set.listing(campground), await fixture.set.listing(campground)].map(listing => ({
      rentalListingId: listing.rentalListingId,
      rentalSkuVariantId: listing.rentalSkuVariantId,
      quantity: 1,
    }))
    const member = await fixture.member()
    const request = checkoutOf({ id: '', campgroundId: campground.id }, { zones, rentals })
    const first = await fixture.hold(member, request)
    const turned = { ...request, zones: zones.toReversed(), rentals: rentals.toReversed() }
    expect(await fixture.hold(member, turned)).toEqual(first)
  })

  test('ignored fields and the ways to say "none" do not matter', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    const first = await fixture.hold(member, request)
    const said = { ...request, finalAmount: '1.00', rentals: [], couponClaimId: null, memo: 'please' }
    expect(await fixture.hold(member, said)).toEqual(first)
  })

  test.each<[string, object]>([
    ['guestCount', { guestCount: 3 }],
    ['checkIn', { checkIn: '2026-12-06' }],
    ['checkOut', { checkOut: '2026-12-09' }],
    ['paymentMethod', { paymentMethod: 'gateway-atm' }],
    ['campgroundId', { campgroundId: 'another' }],
    ['rentals', { rentals: [{ rentalListingId: 'l', rentalSkuVariantId: 'v', quantity: 1 }] }],
    ['dates that are none', { checkIn: 'soon' }],
    ['dates that are over', { checkIn: '2026-01-01', checkOut: '2026-01-02' }],
  ])('other %s, same key: IDEMPOTENCY_CONFLICT', async (_, changes) => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    await fixture.hold(member, request)
    const answer = await member.client.post(sessionsPath, { ...request, ...changes })
    expect(answer).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' })
  })

  test('another quantity of a zone, same key: IDEMPOTENCY_CONFLICT', async () => {
    const member = await fixture.member()
    const zone = await aZone()
    const request = checkoutOf(zone)
    await fixture.hold(member, request)
    const more = { ...request, zones: [{ zoneId: zone.id, quantity: 2 }] }
    expect(await member.client.post(sessionsPath, more)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' })
  })

  test('a reused key of a payload without its shape: VALIDATION_ERROR, which comes first', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    await fixture.hold(member, request)
    const answer = await member.client.post(sessionsPath, { ...request, guestCount: 0 })
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })
})

describe('a second request with the key of one that is still being decided waits for it', () => {
  /** Somebody's first request is in the middle of its transaction; the second arrives; then the first commits. */
  async function whileFirstIsDecided(changeFirst: { fingerprint?: string }) {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    const session = await fixture.hold(member, request)
    const keyOf = [member.customerId, request.idempotencyKey]
    const { rows } = await fixture.owner.query(
      'delete from booking.idempotency_key where customer_id = $1 and key = $2 returning fingerprint, response, created_at',
      keyOf,
    )
    const first = await fixture.owner.connect()
    await first.query('begin')
    await first.query('insert into booking.idempotency_key values ($1, $2, $3, $4, $5)', [
      ...keyOf,
      ...Object.values({ ...rows[0], ...changeFirst }),
    ])
    const second = member.client.post(sessionsPath, request)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000, interval: 20 })
    await first.query('commit')
    first.release()
    return { session, second: await second, made: await bookingsOf(member.customerId) }
  }

  /** How many of the service's statements wait for a lock. */
  async function waiting(): Promise<number | null> {
    const sql = `
      select from pg_stat_activity
      where datname = current_database() and usename = 'campstore_booking' and wait_event_type = 'Lock'`
    return (await fixture.owner.query(sql)).rowCount
  }

  test('the same payload: it replays', async () => {
    const { session, second, made } = await whileFirstIsDecided({})
    expect([second.status, second.data, made]).toEqual([200, session, 1])
  })

  test('another payload: IDEMPOTENCY_CONFLICT', async () => {
    const { second, made } = await whileFirstIsDecided({ fingerprint: 'of another payload' })
    expect([second.status, second.code, made]).toEqual([409, 'IDEMPOTENCY_CONFLICT', 1])
  })
})

test('a key is unique per member: another member uses it for something of their own', async () => {
  const zone = await aZone()
  const request = checkoutOf(zone, { idempotencyKey: randomUUID() })
  const first = await fixture.hold(await fixture.member(), request)
  const second = await fixture.hold(await fixture.member(), { ...request, guestCount: 7 })
  expect(second.bookingId).not.toBe(first.bookingId)
})

describe('a request that failed leaves no key behind', () => {
  test('ZONE_UNAVAILABLE: the same request succeeds when there is room, another payload too', async () => {
    const member = await fixture.member()
    const zone = await aZone({ total_sites: 0 })
    const request = checkoutOf(zone)
    expect(await member.client.post(sessionsPath, request)).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
    await fixture.set.change('booking.zone', zone.id, { total_sites: 1 })
    expect(await member.client.post(sessionsPath, { ...request, guestCount: 9 })).toMatchObject({ status: 200 })
  })

  test('RENTAL_STOCK_INSUFFICIENT, NOT_FOUND, BOOKING_WINDOW_EXCEEDED and VALIDATION_ERROR neither', async () => {
    const member = await fixture.member()
    const zone = await aZone()
    const empty = await fixture.set.listing({ id: zone.campgroundId }, { onHand: 0 })
    const { rentalListingId, rentalSkuVariantId } = empty
    const request = checkoutOf(zone)
    const failures = [
      { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] },
      { campgroundId: 'none' },
      { checkIn: '2026-11-20' },
      { guestCount: -1 },
    ]
    const codes = []
    for (const changes of failures)
      codes.push((await member.client.post(sessionsPath, { ...request, ...changes })).code)
    expect(codes).toEqual(['RENTAL_STOCK_INSUFFICIENT', 'NOT_FOUND', 'BOOKING_WINDOW_EXCEEDED', 'VALIDATION_ERROR'])
    expect(await member.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
  })
})
