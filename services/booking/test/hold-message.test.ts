import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// The service here holds for two seconds, which the broker counts; its sweeper rests.
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture({ CHECKOUT_HOLD_SECONDS: '2' })
})
afterAll(() => fixture.stop())

test('when the hold ends the booking is cancelled, and everything is free again', async () => {
  const campground = await fixture.set.campground()
  const zone = await fixture.set.zone(campground, { total_sites: 1 })
  const { rentalListingId, rentalSkuVariantId } = await fixture.set.listing(campground, { onHand: 1 })
  const member = await fixture.member()
  const request = checkoutOf(zone, { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] })
  const { bookingId } = await fixture.hold(member, request)
  fixture.clock.advance(2_000) // The message itself takes its two seconds.
  const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
  expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
  const session = await member.client.get(`${sessionsPath}/${bookingId}`)
  expect(session.data).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid', checkoutStep: 'closed' })
  const reservations = await fixture.owner.query('select * from booking.rental_reservation where booking_id = $1', [
    bookingId,
  ])
  expect(reservations.rows).toMatchObject([{ status: 'released', released_at: fixture.clock.now() }])
  const history = await fixture.owner.query('select * from booking.status_history where booking_id = $1 order by id', [
    bookingId,
  ])
  expect(history.rows).toMatchObject([
    { to_status: 'pending' },
    {
      from_status: 'pending',
      to_status: 'cancelled',
      at: fixture.clock.now(),
      actor_type: 'system',
      actor_id: null,
      reason: 'the hold ended',
    },
  ])
  const next = await fixture.member()
  expect(await next.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
})

test('its message waits in the queue that is named after the hold', async () => {
  const zone = await fixture.set.zone(await fixture.set.campground())
  await fixture.hold(await fixture.member(), checkoutOf(zone))
  const queues = await fixture.vhost.listQueues()
  const [delay] = queues.filter(queue => queue.name === 'booking.hold.2s')
  expect(delay).toMatchObject({ type: 'quorum', durable: true, arguments: { 'x-message-ttl': 2_000 } })
})
