import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { historyOf, holdMs, openHold } from './driver.ts'
import { orders } from './orders.ts'

// Scheduled expiry (docs/contract/states.md#scheduled-expiry). Tests deliver the timers and run the sweep themselves.
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())
  afterEach(async () => {
    holds.clock.advance(holdMs)
    await holds.sweep()
  })

  const open = (changes?: object) => openHold(suite, holds, { changes: { ...changes } })

  test('a timeout: cancelled, everything released, one history entry, the event with its reason', async () => {
    const hold = await open()
    await holds.expectHeld(hold)
    holds.clock.advance(holdMs)
    expect(await holds.expire(hold.id)).toBe('expired')
    const now = holds.clock.now()
    expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.cancelled })
    await holds.expectReleased(hold, 'timeout', now)
    const by = { actor_type: 'system', actor_id: null, reason: 'the hold ended' }
    const entry = { from_status: suite.open, to_status: 'cancelled', at: now, ...by }
    expect((await historyOf(suite, holds, hold.id)).slice(1)).toMatchObject([entry])
    const { event } = await holds.broker.eventOf(hold.id, `${suite.kind}.cancelled`)
    expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
  })

  test('the sweeper ends what is overdue and nothing else', async () => {
    const overdue = await open()
    holds.clock.advance(holdMs / 2)
    const fresh = await open()
    holds.clock.advance(holdMs / 2)
    expect(await holds.sweep()).toBe(1)
    expect([await overdue.read(), await fresh.read()]).toMatchObject([{ status: 'cancelled' }, { status: suite.open }])
    await holds.expectReleased(overdue, 'timeout', holds.clock.now())
    await holds.expectHeld(fresh)
  })

  test.each(suite.operations)(
    `error ${suite.codes.expired}: $name past checkoutExpiresAt, before it is ended and after, when cancel answers the session`,
    async ({ name, changes, run }) => {
      const expired = { status: 409, code: suite.codes.expired }
      const hold = await open(changes)
      holds.clock.advance(holdMs)
      expect(await run(hold)).toMatchObject(expired)
      expect(await hold.read()).toEqual({ ...hold.session.data, secondsLeft: 0 })
      await holds.expire(hold.id)
      const data = { ...hold.session.data, ...suite.cancelled }
      expect(await run(hold)).toMatchObject(name === 'cancel' ? { status: 200, data } : expired)
      await holds.expectReleased(hold, 'timeout', holds.clock.now())
    },
  )
})
