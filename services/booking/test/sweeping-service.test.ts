import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Holds here last a quarter of an hour, so no message can come back during the test: only the sweeper can end them.
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture({ SWEEP_INTERVAL_SECONDS: '1' })
})
afterAll(() => fixture.stop())

test('SWEEP_INTERVAL_SECONDS: the service itself sweeps, round after round', async () => {
  const zone = await fixture.set.zone(await fixture.set.campground())
  const member = await fixture.member()
  for (const round of [1, 2]) {
    const { bookingId } = await fixture.hold(member, checkoutOf(zone))
    fixture.clock.advance(15 * 60_000)
    const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect([round, event.data]).toMatchObject([round, { reason: 'expired' }])
  }
})
