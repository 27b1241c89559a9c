import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

const start = '2026-11-20T08:00:00.000Z'
const quarterHour = 15 * 60_000
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

/** A member with a pending, unpaid booking of a zone and a rental. */
async function booked() {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, { total_sites: 1 })
  const { rentalListingId, rentalSkuVariantId, ...listing } = await fixture.scenario.listing(campground, { onHand: 1 })
  const member = await fixture.member()
  const request = checkoutOf(zone, { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] })
  const session = await fixture.hold(member, request)
  const path = `${sessionsPath}/${session.bookingId}`
  return {
    campground,
    zone,
    listing,
    member,
    request,
    session,
    path,
    cancel: () => member.client.post(`${path}/cancel`),
  }
}

const rowOf = async (sql: string, id: string) => (await fixture.owner.query(sql, [id])).rows
const paid = async (session: Parameters<BookingFixture['pay']>[0]) => {
  await fixture.pay(session)
  await fixture.broker.eventOf(session.bookingId, 'booking.paid')
}
const notFound = { status: 404, code: 'NOT_FOUND' }

describe('GET /api/booking/checkout/sessions/{bookingId}', () => {
  test('pending, unpaid: the session as it was answered first', async () => {
    const { member, session, path } = await booked()
    expect((await member.client.get(path)).body).toEqual({ success: true, data: session })
  })

  test('the order of zones stays that of the request', async () => {
    const campground = await fixture.scenario.campground()
    const zones = ['c', 'a', 'b'].map(letter => ({ zoneId: `${campground.id}-${letter}`, quantity: 1 }))
    for (const { zoneId } of zones) await fixture.scenario.zone(campground, { id: zoneId })
    const member = await fixture.member()
    const session = await fixture.hold(member, checkoutOf({ id: '', campgroundId: campground.id }, { zones }))
    const answer = await member.client.get(`${sessionsPath}/${session.bookingId}`)
    expect(answer.data).toMatchObject({ zones: zones.map(({ zoneId }) => ({ zoneId })) })
  })

  test('paid: checkoutStep completed', async () => {
    const { member, session, path } = await booked()
    await paid(session)
    const answer = await member.client.get(path)
    expect(answer.data).toEqual({ ...session, paymentStatus: 'paid', checkoutStep: 'completed' })
  })

  test('cancelled: checkoutStep closed', async () => {
    const { member, session, path, cancel } = await booked()
    await cancel()
    expect((await member.client.get(path)).data).toEqual({ ...session, status: 'cancelled', checkoutStep: 'closed' })
  })

  test('reads past the deadline work, and checkoutExpiresAt never changes', async () => {
    const { member, session, path } = await booked()
    fixture.clock.advance(quarterHour * 2)
    expect((await member.client.get(path)).data).toEqual(session)
  })

  test('missing and foreign bookings: the same NOT_FOUND', async () => {
    const { path } = await booked()
    const stranger = await fixture.member()
    const [foreign, missing] = [await stranger.client.get(path), await stranger.client.get(`${sessionsPath}/none`)]
    expect([foreign, missing]).toMatchObject([notFound, notFound])
    expect(foreign.body).toEqual(missing.body)
  })
})

describe('POST /api/booking/checkout/sessions/{bookingId}/cancel', () => {
  test('lifecycle: pending, unpaid + member cancels -> cancelled; the session is closed', async () => {
    const { session, cancel } = await booked()
    const answer = await cancel()
    expect([answer.status, answer.data]).toEqual([200, { ...session, status: 'cancelled', checkoutStep: 'closed' }])
  })

  test('rental reservations become released with a releasedAt time', async () => {
    const { session, cancel } = await booked()
    fixture.clock.advance(1_000)
    await cancel()
    const sql = 'select status, released_at from booking.rental_reservation where booking_id = $1'
    expect(await rowOf(sql, session.bookingId)).toEqual([
      { status: 'released', released_at: new Date('2026-11-20T08:00:01.000Z') },
    ])
  })

  test('one status-history entry is added, by the member', async () => {
    const { member, session, cancel } = await booked()
    await cancel()
    const sql =
      'select from_status, to_status, actor_type, actor_id from booking.status_history where booking_id = $1 order by id'
    expect(await rowOf(sql, session.bookingId)).toEqual([
      { from_status: null, to_status: 'pending', actor_type: 'member', actor_id: member.customerId },
      { from_status: 'pending', to_status: 'cancelled', actor_type: 'member', actor_id: member.customerId },
    ])
  })

  test('site and rental are free for the next member', async () => {
    const { request, cancel } = await booked()
    const next = await fixture.member()
    expect(await next.client.post(sessionsPath, request)).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
    await cancel()
    expect(await next.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
  })

  test('cancelling a cancelled booking: 200 with the closed session, and nothing more happens', async () => {
    const { session, cancel } = await booked()
    const first = await cancel()
    fixture.clock.advance(quarterHour * 2)
    expect((await cancel()).body).toEqual(first.body)
    expect(await rowOf('select from booking.status_history where booking_id = $1', session.bookingId)).toHaveLength(2)
  })

  test('a millisecond before the deadline it is cancelled', async () => {
    const { cancel } = await booked()
    fixture.clock.advance(quarterHour - 1)
    expect(await cancel()).toMatchObject({ status: 200 })
  })

  test('error BOOKING_EXPIRED (booking checkout, rule 10): at the deadline it is too late', async () => {
    const { member, path, cancel } = await booked()
    fixture.clock.advance(quarterHour)
    expect(await cancel()).toMatchObject({ status: 409, code: 'BOOKING_EXPIRED' })
    expect((await member.client.get(path)).data).toMatchObject({ status: 'pending' })
  })

  test('error CONFLICT: paid in time but not yet confirmed, also past the deadline', async () => {
    const { session, cancel } = await booked()
    await paid(session)
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
    fixture.clock.advance(quarterHour * 2)
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('error CONFLICT: confirmed, and completed', async () => {
    const { session, cancel } = await booked()
    const act = (action: string) =>
      fixture.administrator().post(`/internal/booking/bookings/${session.bookingId}/${action}`)
    await paid(session)
    await act('confirm')
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
    fixture.clock.set('2026-12-08T08:00:00.000Z')
    await act('complete')
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('missing and foreign bookings: NOT_FOUND, and the hold stays', async () => {
    const { member, path } = await booked()
    const stranger = await fixture.member()
    expect(await stranger.client.post(`${path}/cancel`)).toMatchObject(notFound)
    expect(await stranger.client.send('POST', `${path}/cancel`, { rawBody: '[' })).toMatchObject(notFound)
    expect(await stranger.client.post(`${sessionsPath}/none/cancel`)).toMatchObject(notFound)
    expect((await member.client.get(path)).data).toMatchObject({ status: 'pending' })
  })
})

describe('the two deferred endpoints need a token and nothing else', () => {
  test.each([
    ['PATCH', ''],
    ['POST', '/gateway'],
  ])('%s …/{bookingId}%s', async (method, action) => {
    const { path } = await booked()
    const stranger = await fixture.member()
    expect(await fixture.anyone.send(method, `${path}${action}`)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    const deferred = { status: 501, code: 'NOT_IMPLEMENTED' }
    expect(await stranger.client.send(method, `${path}${action}`)).toMatchObject(deferred)
    expect(await stranger.client.send(method, `${sessionsPath}/none${action}`)).toMatchObject(deferred)
    expect(await stranger.client.send(method, `${path}${action}`, { rawBody: '{' })).toMatchObject(deferred)
  })

  test('a suspended customer gets the same answer', async () => {
    const { client } = await fixture.member({ status: 'suspended' })
    expect(await client.send('PATCH', `${sessionsPath}/none`)).toMatchObject({ status: 501, code: 'NOT_IMPLEMENTED' })
  })
})
