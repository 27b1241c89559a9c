import { bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import { expect } from 'vitest'
import {
  type BookingFixture,
  checkoutOf,
  sessionsPath,
  startBookingFixture,
} from '../../services/booking/src/testing/booking-fixture.ts'
import { type HoldDriver, type HoldSuite, type OpenHold, type Story, start } from './driver.ts'

const bookingsPath = '/api/booking/bookings'
const internalPath = '/internal/booking/bookings'
const completedAt = '2026-12-08T08:00:00.000Z'

async function startBookings(environment?: Record<string, string>): Promise<HoldDriver> {
  const fixture = await startBookingFixture(environment)
  const { scenario } = fixture
  return {
    ...fixture,
    offer: async ({ available = 200, due = '1000.00' } = {}) => {
      const zone = await scenario.zone(await scenario.campground(), { total_sites: available, price_weekday: due })
      return {
        request: checkoutOf(zone),
        restock: sites => scenario.change('booking.zone', zone.id, { total_sites: sites }),
        withdraw: async () => {
          await scenario.change('booking.campground', zone.campgroundId, { active: false })
          await scenario.change('booking.zone', zone.id, { price_weekday: '9.00' })
        },
      }
    },
    everything: async () => {
      const campground = await scenario.campground()
      const zone = await scenario.zone(campground, { total_sites: 1 })
      const { rentalListingId, rentalSkuVariantId } = await scenario.listing(campground, { onHand: 1 })
      const request = checkoutOf(zone, { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] })
      return { request, requestOfAnother: request }
    },
    hold: async (member, request) => {
      const session = await fixture.hold(member, request)
      const { bookingId: id, checkoutExpiresAt, pricing } = session
      return { id, due: pricing.finalAmount, checkoutExpiresAt, data: session }
    },
    pay: ({ data }, changes) => fixture.pay(bookingCheckoutSessionSchema.parse(data), changes),
    expectHeld: async ({ id }) => {
      expect(await rentalsOf(fixture, id)).toEqual([{ status: 'active', released_at: null }])
    },
    expectReleased: async ({ id }, _, at) => {
      expect(await rentalsOf(fixture, id)).toEqual([{ status: 'released', released_at: at }])
    },
  }
}

const rentalsOf = async ({ owner }: Pick<BookingFixture, 'owner'>, bookingId: string) => {
  const sql = 'select status, released_at from booking.rental_reservation where booking_id = $1'
  return (await owner.query(sql, [bookingId])).rows
}

const paymentEventId = 'payment-of-the-story'

/** One booking all the way from created to completed. */
async function completedStory(holds: HoldDriver): Promise<Story> {
  const member = await holds.member({ name: '林美', email: 'mei.lin@example.com' })
  const { request } = await holds.offer()
  const session = await holds.hold(member, request)
  const { id } = session
  const act = (action: string) => holds.administrator().post(`${internalPath}/${id}/${action}`)
  await holds.pay(session, { eventId: paymentEventId })
  await holds.broker.eventOf(id, 'booking.paid')
  await act('confirm')
  holds.clock.set(completedAt)
  await act('complete')
  await holds.broker.eventOf(id, 'booking.completed')
  holds.clock.set(start)
  const { campgroundId, campgroundName, paymentMethod, checkIn, checkOut, checkoutExpiresAt } = session.data
  const stay = { campgroundId, campgroundName, checkIn, checkOut }
  const facts = { ...stay, paymentMethod, checkoutExpiresAt, finalAmount: '1000.00' }
  const customer = { emailVerified: true }
  return {
    id,
    facts: { bookingId: id, customerId: member.customerId, customer, ...facts },
    events: holds.broker.eventsAbout(id),
  }
}

const cancel = { name: 'cancel', run: (hold: OpenHold) => hold.cancel() }

/** Bookings, for the tests of every kind of hold. */
export const bookings: HoldSuite = {
  kind: 'booking',
  service: 'booking',
  table: 'booking.booking',
  contact: ({ name, email, verified }) => ({ customer: { name, email, emailVerified: verified } }),
  publishedContact: verified => ({ customer: { emailVerified: verified } }),
  open: 'pending',
  sessionsPath,
  internalPath,
  permissions: { view: 'bookings.view', edit: 'bookings.edit' },
  codes: { unavailable: 'ZONE_UNAVAILABLE', expired: 'BOOKING_EXPIRED', keyReused: 'IDEMPOTENCY_CONFLICT' },
  paid: { paymentStatus: 'paid', checkoutStep: 'completed', secondsLeft: 0 },
  cancelled: { status: 'cancelled', checkoutStep: 'closed', secondsLeft: 0 },
  otherPayload: { guestCount: 9 },
  operations: [cancel],
  foreign: { status: 404, code: 'NOT_FOUND' },
  ownPaths: id => [bookingsPath, `${bookingsPath}/${id}`],
  start: startBookings,
  laterChanges: {
    'the dates can no longer be booked': async ({ holds }) => holds.clock.set('2026-12-31T00:00:00.000Z'),
  },
  adminDetail: ({ id, member, session: { data } }) => ({
    bookingId: id,
    pricing: data.pricing,
    zones: data.zones,
    rentals: data.rentals,
    updatedAt: '2026-11-20T08:01:00.000Z',
    customer: { id: member.customerId, name: member.name },
  }),
  story: completedStory,
  storyEvents: [
    ['booking.created', start, { status: 'pending', paymentStatus: 'unpaid' }],
    ['booking.paid', start, { status: 'pending', paymentStatus: 'paid', paidAt: start, paymentEventId }],
    ['booking.confirmed', start, { status: 'confirmed', paymentStatus: 'paid' }],
    ['booking.completed', completedAt, { status: 'completed', paymentStatus: 'paid' }],
  ],
}
