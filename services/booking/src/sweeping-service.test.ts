import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingWorld, checkoutOf, startBookingWorld } from './testing/booking-world.ts'

// Holds here last a quarter of an hour, so no message can come back during the test: only the sweeper can end them.
let world: BookingWorld
beforeAll(async () => {
  world = await startBookingWorld({ SWEEP_INTERVAL_SECONDS: '1' })
})
afterAll(() => world.stop())

test('SWEEP_INTERVAL_SECONDS: the service itself sweeps, round after round', async () => {
  const zone = await world.set.zone(await world.set.campground())
  const member = await world.member()
  for (const round of [1, 2]) {
    const { bookingId } = await world.hold(member, checkoutOf(zone))
    world.clock.advance(15 * 60_000)
    const { event } = await world.broker.eventOf(bookingId, 'booking.cancelled')
    expect([round, event.data]).toMatchObject([round, { reason: 'expired' }])
  }
})
