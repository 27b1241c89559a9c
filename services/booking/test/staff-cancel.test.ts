import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Staff may end a booking that is pending and unpaid (decisions.md, 13). Which states allow it is in lifecycle.test.ts.
const start = '2026-11-20T08:00:00.000Z'
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

const cancelPath = (bookingId: string) => `/internal/booking/bookings/${bookingId}/cancel`

/** The only site of a zone with a rented tent, held by a member. */
async function held() {
  const campground = await fixture.set.campground()
  const zone = await fixture.set.zone(campground, { total_sites: 1 })
  const { rentalListingId, rentalSkuVariantId } = await fixture.set.listing(campground, { onHand: 1 })
  const request = { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] }
  const member = await fixture.member({ name: '林美' })
  const session = await fixture.hold(member, checkoutOf(zone, request))
  const cancel = (body: unknown = { reason: '重複預訂' }) =>
    fixture.administrator('bookings.edit', 'admin-7').post(cancelPath(session.bookingId), body)
  return { zone, request, member, session, bookingId: session.bookingId, cancel }
}

const cancelledEvents = (bookingId: string) =>
  fixture.broker.eventsAbout(bookingId).filter(({ routingKey }) => routingKey === 'booking.cancelled')

describe('POST …/cancel by staff', () => {
  test('answers the detail: cancelled, with the reason and the administrator in the status history', async () => {
    const { session, bookingId, member, cancel } = await held()
    fixture.clock.advance(60_000)
    const answer = await cancel({ reason: '  重複預訂  ' })
    expect(answer).toMatchObject({
      status: 200,
      data: {
        bookingId,
        status: 'cancelled',
        paymentStatus: 'unpaid',
        pricing: session.pricing,
        zones: session.zones,
        rentals: session.rentals,
        updatedAt: '2026-11-20T08:01:00.000Z',
        customer: { id: member.customerId, name: '林美' },
      },
    })
    expect(answer.data).toHaveProperty('statusHistory', [
      { from: null, to: 'pending', at: start, actor: { type: 'member', id: member.customerId }, reason: null },
      {
        from: 'pending',
        to: 'cancelled',
        at: '2026-11-20T08:01:00.000Z',
        reason: '重複預訂',
        actor: { type: 'admin', id: 'admin-7' },
      },
    ])
    const read = await fixture.administrator('bookings.view').get(`/internal/booking/bookings/${bookingId}`)
    expect(answer.data).toEqual(read.data)
  })

  test('the event booking.cancelled carries reason staff, and not what was written', async () => {
    const { bookingId, cancel } = await held()
    await cancel()
    const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect(event.data).toMatchObject({ bookingId, status: 'cancelled', paymentStatus: 'unpaid', reason: 'staff' })
    expect(JSON.stringify(event)).not.toContain('重複預訂')
  })

  test('the site and the rented tent are free for the next customer at once', async () => {
    const { zone, request, bookingId, cancel } = await held()
    const other = await fixture.member()
    const again = () => other.client.post(sessionsPath, checkoutOf(zone, request))
    expect(await again()).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
    await cancel()
    expect(await again()).toMatchObject({ status: 200 })
    const sql = 'select status, released_at from booking.rental_reservation where booking_id = $1'
    expect((await fixture.owner.query(sql, [bookingId])).rows).toEqual([
      { status: 'released', released_at: new Date(start) },
    ])
  })

  test('past the deadline and not expired yet: staff may cancel, and the expiry finds nothing to do', async () => {
    const { session, bookingId, cancel } = await held()
    fixture.clock.set(session.checkoutExpiresAt)
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await fixture.expire(bookingId)).toBe('left')
    await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect(cancelledEvents(bookingId)).toHaveLength(1)
  })

  test('repeated, with another reason: answered again as it is, no second entry, no second event', async () => {
    const { bookingId, cancel } = await held()
    const first = await cancel()
    await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    fixture.clock.advance(60_000)
    expect((await cancel({ reason: '又一次' })).body).toEqual(first.body)
    const unsent = async () =>
      (await fixture.owner.query('select from booking.outbox where subject = $1', [bookingId])).rowCount
    await expect.poll(unsent).toBe(0)
    expect(cancelledEvents(bookingId)).toHaveLength(1)
  })

  test.each<[string, (hold: Awaited<ReturnType<typeof held>>) => Promise<unknown>, string]>([
    ['its member', ({ member, bookingId }) => member.client.post(`${sessionsPath}/${bookingId}/cancel`), 'member'],
    [
      'the end of its hold',
      ({ session, bookingId }) => {
        fixture.clock.set(session.checkoutExpiresAt)
        return fixture.expire(bookingId)
      },
      'system',
    ],
  ])('cancelled by %s before: answered as it is, and the history stays theirs', async (_, end, actor) => {
    const hold = await held()
    await end(hold)
    const answer = await hold.cancel()
    expect(answer).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(answer.data).toHaveProperty('statusHistory', [
      expect.anything(),
      expect.objectContaining({ actor: expect.objectContaining({ type: actor }) }),
    ])
  })

  test('its member is answered the closed session, and a payment that comes after it is not applied', async () => {
    const { session, member, bookingId, cancel } = await held()
    await cancel()
    expect(await member.client.post(`${sessionsPath}/${bookingId}/cancel`)).toMatchObject({
      status: 200,
      data: { status: 'cancelled', checkoutStep: 'closed' },
    })
    await fixture.pay(session)
    const { event } = await fixture.broker.eventOf(bookingId, 'payment.unapplied')
    expect(event.data).toMatchObject({ reason: 'cancelled' })
  })

  test('paid: CONFLICT, and nothing changes', async () => {
    const { session, member, bookingId, cancel } = await held()
    await fixture.pay(session)
    await fixture.broker.eventOf(bookingId, 'booking.paid')
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await member.client.get(`${sessionsPath}/${bookingId}`)).data).toEqual({
      ...session,
      paymentStatus: 'paid',
      checkoutStep: 'completed',
    })
  })
})

describe('the reason', () => {
  test.each([
    ['one character', '滿'],
    ['200 characters', '滿'.repeat(200)],
    ['200 characters and blanks around them', ` ${'a'.repeat(200)}\n`],
  ])('%s: taken, without the blanks', async (_, reason) => {
    const { cancel } = await held()
    expect(await cancel({ reason })).toMatchObject({
      status: 200,
      data: { statusHistory: [{}, { reason: reason.trim() }] },
    })
  })

  test.each<[string, unknown]>([
    ['no reason', {}],
    ['an empty one', { reason: '' }],
    ['a blank one', { reason: ' \n\t　' }],
    ['201 characters', { reason: '滿'.repeat(201) }],
    ['null', { reason: null }],
    ['a number', { reason: 1 }],
    ['a field more', { reason: 'full', status: 'cancelled' }],
    ['a list', ['full']],
  ])('%s: VALIDATION_ERROR, and the booking stays', async (_, body) => {
    const { bookingId, member, cancel, session } = await held()
    expect(await cancel(body)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect((await member.client.get(`${sessionsPath}/${bookingId}`)).data).toEqual(session)
  })

  test('is judged before whether there is such a booking: VALIDATION_ERROR, then NOT_FOUND', async () => {
    const asked = (body?: object) => fixture.administrator().post(cancelPath('none'), body)
    expect(await asked()).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await asked({ reason: '' })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await asked({ reason: 'full' })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

test.each(['bookings.view', 'orders.edit'])('with %s only: FORBIDDEN', async permission => {
  const { bookingId } = await held()
  const answer = await fixture.administrator(permission).post(cancelPath(bookingId), { reason: 'full' })
  expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})

test('staff, member and the end of the hold at the same instant: it ends once, and one event tells by whom', async () => {
  const holds = await Promise.all(Array.from({ length: 5 }, held))
  const ended = await Promise.all(
    holds.map(({ cancel, member, bookingId }) =>
      Promise.all([cancel(), member.client.post(`${sessionsPath}/${bookingId}/cancel`), cancel()]),
    ),
  )
  expect(ended.flat().map(({ status }) => status)).toEqual(Array(15).fill(200))
  for (const { bookingId } of holds) {
    const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    const sql = 'select actor_type from booking.status_history where booking_id = $1 and from_status is not null'
    const { rows } = await fixture.owner.query(sql, [bookingId])
    const by = rows.map(({ actor_type }) => (actor_type === 'admin' ? 'staff' : actor_type))
    expect(by).toEqual([(event.data as { reason?: string }).reason])
    expect(cancelledEvents(bookingId)).toHaveLength(1)
  }
})
