import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { historyOf, holdMs, type Operation, openHold, payAndWait } from './driver.ts'
import { orders } from './orders.ts'

// How a hold ends by itself (docs/contract/states.md#scheduled-expiry). No message comes back and no sweeper runs by itself here.
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())
  afterEach(async () => {
    holds.clock.advance(holdMs)
    await holds.sweep()
  })

  const open = (changes?: object) => openHold(suite, holds, { changes: { ...changes } })
  const ended = { status: 'cancelled' }
  const notEnded = { status: suite.open }

  test('a timeout: cancelled, everything released, one history entry, the event with its reason', async () => {
    const hold = await open()
    await holds.expectHeld(hold)
    holds.clock.advance(holdMs)
    expect(await holds.expire(hold.id)).toBe('expired')
    const now = holds.clock.now()
    expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.cancelled })
    await holds.expectReleased(hold, 'timeout', now)
    expect((await historyOf(suite, holds, hold.id)).slice(1)).toMatchObject([
      {
        from_status: suite.open,
        to_status: 'cancelled',
        at: now,
        reason: 'the hold ended',
        actor_type: 'system',
        actor_id: null,
      },
    ])
    const { event } = await holds.broker.eventOf(hold.id, `${suite.kind}.cancelled`)
    expect(event).toMatchObject({ data: { status: 'cancelled', reason: 'expired' } })
  })

  describe('judged again under the lock', () => {
    test('a message that comes too early leaves it alone', async () => {
      const hold = await open()
      holds.clock.advance(holdMs - 1)
      expect(await holds.expire(hold.id)).toBe('early')
      expect(await hold.read()).toEqual(hold.session.data)
    })

    test('the expiry is idempotent: one change, one history entry, one event, released once', async () => {
      const hold = await open()
      holds.clock.advance(holdMs)
      const outcomes = await Promise.all([1, 2, 3].map(() => holds.expire(hold.id)))
      outcomes.push(await holds.expire(hold.id))
      expect(outcomes.sort()).toEqual(['expired', 'unchanged', 'unchanged', 'unchanged'])
      expect(await historyOf(suite, holds, hold.id)).toHaveLength(2)
      await holds.expectReleased(hold, 'timeout', holds.clock.now())
      await holds.broker.eventOf(hold.id, `${suite.kind}.cancelled`)
      expect(holds.broker.eventsAbout(hold.id)).toHaveLength(2)
    })

    test('a message about an unknown id is acknowledged', async () => {
      expect(await holds.expire('none')).toBe('not_found')
    })
  })

  describe('what never expires', () => {
    test('paid in time: neither sweeper nor message touches it', async () => {
      const hold = await open()
      await payAndWait(suite, hold)
      holds.clock.advance(holdMs * 2)
      await holds.sweep()
      expect(await holds.expire(hold.id)).toBe('unchanged')
      expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.paid })
      await holds.expectHeld(hold)
    })

    test('cancelled by its member: it keeps that reason', async () => {
      const hold = await open()
      await hold.cancel()
      const at = holds.clock.now()
      holds.clock.advance(holdMs)
      expect(await holds.expire(hold.id)).toBe('unchanged')
      await holds.expectReleased(hold, 'cancellation', at)
    })
  })

  describe('by the sweeper', () => {
    test('it ends what is overdue and nothing else', async () => {
      const overdue = await open()
      holds.clock.advance(holdMs / 2)
      const fresh = await open()
      holds.clock.advance(holdMs / 2)
      expect(await holds.sweep()).toBe(1)
      expect([await overdue.read(), await fresh.read()]).toMatchObject([ended, notEnded])
      await holds.expectReleased(overdue, 'timeout', holds.clock.now())
      await holds.expectHeld(fresh)
    })

    test('it ends many holds of the same thing in one round', async () => {
      const { request } = await holds.offer({ available: 200 })
      const member = await holds.member()
      const one = (_: unknown, index: number) => holds.hold(member, { ...request, idempotencyKey: `many-${index}` })
      for (let made = 0; made < 120; made += 10)
        await Promise.all(Array.from({ length: 10 }, (_, index) => one(_, made + index)))
      holds.clock.advance(holdMs)
      expect(await holds.sweep()).toBe(120)
      const sql = `select from ${suite.table} where customer_id = $1 and status = 'cancelled'`
      expect((await holds.owner.query(sql, [member.customerId])).rowCount).toBe(120)
    })

    test('it does not wait: what another transaction has locked is left for the next round', async () => {
      const [locked, free] = [await open(), await open()]
      holds.clock.advance(holdMs)
      const other = await holds.owner.connect()
      try {
        await other.query('begin')
        await other.query(`select from ${suite.table} where id = $1 for update`, [locked.id])
        await holds.sweep()
        expect([await locked.read(), await free.read()]).toMatchObject([notEnded, ended])
        await other.query('rollback')
      } finally {
        other.release()
      }
      await holds.sweep()
      expect(await locked.read()).toMatchObject(ended)
    })
  })

  describe(`error ${suite.codes.expired}: an operation past checkoutExpiresAt`, () => {
    const expired = { status: 409, code: suite.codes.expired }
    const operations = suite.operations.map((operation): [string, Operation] => [operation.name, operation])

    test.each(operations)('%s, though nothing has ended the hold yet', async (_, { changes, run }) => {
      const hold = await open(changes)
      holds.clock.advance(holdMs)
      expect(await run(hold)).toMatchObject(expired)
      expect(await hold.read()).toEqual(hold.session.data)
    })

    test.each(operations)(
      '%s after the timeout: only cancel answers the cancelled session',
      async (name, operation) => {
        const hold = await open(operation.changes)
        holds.clock.advance(holdMs)
        await holds.expire(hold.id)
        const data = { ...hold.session.data, ...suite.cancelled }
        expect(await operation.run(hold)).toMatchObject(name === 'cancel' ? { status: 200, data } : expired)
        await holds.expectReleased(hold, 'timeout', holds.clock.now())
      },
    )
  })

  test('until it is ended, an overdue hold still holds', async () => {
    const hold = await open()
    holds.clock.advance(holdMs)
    const { client } = await holds.member()
    const next = () => client.post(suite.sessionsPath, hold.requestOfAnother)
    expect(await next()).toMatchObject({ code: suite.codes.unavailable })
    await holds.expire(hold.id)
    expect(await next()).toMatchObject({ status: 200 })
  })
})
