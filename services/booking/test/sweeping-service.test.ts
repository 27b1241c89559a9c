import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Holds last 15 minutes, so no timer arrives during the test: only the sweep can expire them.
const fixture = useFixture(() => startBookingFixture({ SWEEP_INTERVAL_SECONDS: '1' }))

test('SWEEP_INTERVAL_SECONDS: the service sweeps repeatedly', async () => {
  const zone = await fixture.scenario.zone(await fixture.scenario.campground())
  const member = await fixture.member()
  for (const round of [1, 2]) {
    const { bookingId } = await fixture.hold(member, checkoutOf(zone))
    fixture.clock.advance(15 * 60_000)
    const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect([round, event.data]).toMatchObject([round, { reason: 'expired' }])
  }
})
