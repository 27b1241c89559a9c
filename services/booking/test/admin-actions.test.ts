import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// The internal endpoints of bookings (docs/contract/admin.md#bookings).
const fixture = useFixture(startBookingFixture)
afterEach(async () => {
  fixture.clock.set('2026-11-20T08:00:00.000Z')
  await fixture.scenario.policy()
})

const internal = (bookingId: string, action: string) => `/internal/booking/bookings/${bookingId}/${action}`

/** A paid booking from the 7th to the 9th of December, with a rental. */
async function paidBooking() {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground)
  const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground)
  const member = await fixture.member({ name: '林美' })
  const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 1 }]
  const session = await fixture.hold(member, checkoutOf(zone, { checkOut: '2026-12-09', rentals }))
  const payment = await fixture.pay(session)
  await fixture.broker.eventOf(session.bookingId, 'booking.paid')
  const act = (action: 'confirm' | 'complete') => fixture.administrator().post(internal(session.bookingId, action))
  return { session, member, payment, act }
}

const at = '2026-11-20T08:00:00.000Z'

describe('POST …/confirm', () => {
  test('answers the detail with customer and status history', async () => {
    const { session, member, payment, act } = await paidBooking()
    fixture.clock.advance(60_000)
    const answer = await act('confirm')
    const { bookingId, checkoutExpiresAt } = session
    const { customerId: id, name, email } = member
    expect([answer.status, answer.data]).toMatchObject([
      200,
      {
        bookingId,
        status: 'confirmed',
        paymentStatus: 'paid',
        campgroundName: '雲海營地',
        region: '南投縣',
        checkIn: '2026-12-07',
        checkOut: '2026-12-09',
        guestCount: 2,
        finalAmount: '2200.00',
        createdAt: at,
        campgroundId: session.campgroundId,
        paymentMethod: 'gateway-credit',
        paidAt: at,
        checkoutExpiresAt,
        weekdayCount: 2,
        holidayCount: 0,
        pricing: session.pricing,
        zones: session.zones,
        rentals: session.rentals,
        updatedAt: '2026-11-20T08:01:00.000Z',
        customer: { id, name, email, emailVerified: true },
        statusHistory: [
          { from: null, to: 'pending', at, actor: { type: 'member', id }, reason: null },
          { from: 'pending', to: 'pending', at, actor: { type: 'payment', id: payment.eventId }, reason: 'paid' },
          {
            from: 'pending',
            to: 'confirmed',
            at: '2026-11-20T08:01:00.000Z',
            reason: null,
            actor: { type: 'admin', id: 'admin-1' },
          },
        ],
      },
    ])
  })

  test('does not need the policy', async () => {
    const { act } = await paidBooking()
    await fixture.owner.query('delete from booking.policy')
    expect(await act('confirm')).toMatchObject({ status: 200, data: { status: 'confirmed' } })
  })
})

describe('POST …/complete', () => {
  test.each([
    ['the last night', '2026-12-08T15:59:59.000Z', 0, 409],
    ['the check-out date, by the date in Taipei', '2026-12-08T16:00:00.000Z', 0, 200],
    ['the check-out date, before dateBoundaryHour', '2026-12-08T19:59:59.000Z', 4, 409],
    ['the check-out date, from dateBoundaryHour on', '2026-12-08T20:00:00.000Z', 4, 200],
    ['weeks later', '2027-01-15T00:00:00.000Z', 0, 200],
  ])('on %s: %s, boundary %i -> %i', async (_, instant, boundary, status) => {
    const { act } = await paidBooking()
    await act('confirm')
    await fixture.scenario.policy({ date_boundary_hour: boundary })
    fixture.clock.set(instant)
    expect((await act('complete')).status).toBe(status)
  })

  test('active rental reservations become fulfilled', async () => {
    const { session, act } = await paidBooking()
    await act('confirm')
    fixture.clock.set('2026-12-09T08:00:00.000Z')
    expect(await act('complete')).toMatchObject({ data: { status: 'completed', paymentStatus: 'paid' } })
    const sql = 'select status, released_at from booking.rental_reservation where booking_id = $1'
    const { rows } = await fixture.owner.query(sql, [session.bookingId])
    expect(rows).toEqual([{ status: 'fulfilled', released_at: null }])
  })
})
