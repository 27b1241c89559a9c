import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { openHold } from './driver.ts'
import { orders } from './orders.ts'

// The services here hold for five seconds, which the broker counts; their sweepers rest. A shorter hold could end on a busy machine
// before the test has moved the clock.
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start({ CHECKOUT_HOLD_SECONDS: '5' }))

  test('when the hold ends it is cancelled, and everything is free again', async () => {
    const hold = await openHold(suite, holds)
    holds.clock.advance(5_000) // The message itself takes its five seconds.
    expect(hold.session.checkoutExpiresAt).toBe(holds.clock.now().toISOString())
    const { event } = await holds.broker.eventOf(hold.id, `${suite.kind}.cancelled`)
    expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
    expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.cancelled })
    await holds.expectReleased(hold, 'timeout', holds.clock.now())
    const next = await holds.member()
    expect(await next.client.post(suite.sessionsPath, hold.requestOfAnother)).toMatchObject({ status: 200 })
  })
})
