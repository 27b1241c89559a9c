import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingWorld, checkoutOf, sessionsPath, startBookingWorld } from './testing/booking-world.ts'

// The service here holds for two seconds, which the broker counts; its sweeper rests.
let world: BookingWorld
beforeAll(async () => {
  world = await startBookingWorld({ CHECKOUT_HOLD_SECONDS: '2' })
})
afterAll(() => world.stop())

test('when the hold ends the booking is cancelled, and everything is free again', async () => {
  const campground = await world.set.campground()
  const zone = await world.set.zone(campground, { total_sites: 1 })
  const { rentalListingId, rentalSkuVariantId } = await world.set.listing(campground, { onHand: 1 })
  const member = await world.member()
  const request = checkoutOf(zone, { rentals: [{ rentalListingId, rentalSkuVariantId, quantity: 1 }] })
  const { bookingId } = await world.hold(member, request)
  world.clock.advance(2_000) // The message itself takes its two seconds.
  const { event } = await world.broker.eventOf(bookingId, 'booking.cancelled')
  expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
  const session = await member.client.get(`${sessionsPath}/${bookingId}`)
  expect(session.data).toMatchObject({ status: 'cancelled', paymentStatus: 'unpaid', checkoutStep: 'closed' })
  const reservations = await world.owner.query('select * from booking.rental_reservation where booking_id = $1', [
    bookingId,
  ])
  expect(reservations.rows).toMatchObject([{ status: 'released', released_at: world.clock.now() }])
  const history = await world.owner.query('select * from booking.status_history where booking_id = $1 order by id', [
    bookingId,
  ])
  expect(history.rows).toMatchObject([
    { to_status: 'pending' },
    {
      ...{ from_status: 'pending', to_status: 'cancelled', at: world.clock.now() },
      ...{ actor_type: 'system', actor_id: null, reason: 'the hold ended' },
    },
  ])
  const next = await world.member()
  expect(await next.client.post(sessionsPath, request)).toMatchObject({ status: 200 })
})

test('its message waits in the queue that is named after the hold', async () => {
  const zone = await world.set.zone(await world.set.campground())
  await world.hold(await world.member(), checkoutOf(zone))
  const queues = await world.vhost.listQueues()
  const [delay] = queues.filter(queue => queue.name === 'booking.hold.2s')
  expect(delay).toMatchObject({ type: 'quorum', durable: true, arguments: { 'x-message-ttl': 2_000 } })
})
