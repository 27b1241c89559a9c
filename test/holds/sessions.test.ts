import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { historyOf, holdMs, openHold, payAndWait } from './driver.ts'
import { orders } from './orders.ts'

// What a member reads of a hold and how they cancel it (docs/contract/booking.md#cancel, docs/contract/store-checkout.md#cancel).
// expiry.test.ts has the deadline, staff-cancel.test.ts a cancel at the same instant, the lifecycle.test.ts every state.
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  const open = () => openHold(suite, holds)
  const conflict = { status: 409, code: 'CONFLICT' }

  describe('the session', () => {
    test('is read as it was answered first, also past the deadline', async () => {
      const { read, session } = await open()
      expect(await read()).toEqual(session.data)
      holds.clock.advance(holdMs * 2)
      expect(await read()).toEqual(session.data)
    })

    test('shows that it is paid, and nothing else changes', async () => {
      const hold = await open()
      await payAndWait(suite, hold)
      expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.paid })
    })
  })

  describe('POST …/cancel by its member', () => {
    test('answers the session as it is read then: cancelled, and otherwise the same', async () => {
      const { cancel, read, session } = await open()
      const answer = await cancel()
      expect([answer.status, answer.data]).toEqual([200, { ...session.data, ...suite.cancelled }])
      expect(await read()).toEqual(answer.data)
    })

    test('releases everything for the next customer, and adds one history entry by the member', async () => {
      const hold = await open()
      const { client } = await holds.member()
      const next = () => client.post(suite.sessionsPath, hold.requestOfAnother)
      expect(await next()).toMatchObject({ code: suite.codes.unavailable })
      holds.clock.advance(1_000)
      await hold.cancel()
      const at = holds.clock.now()
      await holds.expectReleased(hold, 'cancellation', at)
      expect(await historyOf(suite, holds, hold.id)).toMatchObject([
        { from_status: null, to_status: suite.open },
        { from_status: suite.open, to_status: 'cancelled', at, actor_type: 'member', actor_id: hold.member.customerId },
      ])
      expect(await next()).toMatchObject({ status: 200 })
    })

    test('ten at once and one much later: the same answer, and it is cancelled once', async () => {
      const hold = await open()
      const answers = await Promise.all(Array.from({ length: 10 }, hold.cancel))
      const at = holds.clock.now()
      holds.clock.advance(holdMs * 2)
      answers.push(await hold.cancel())
      const data = { ...hold.session.data, ...suite.cancelled }
      expect(answers.map(answer => [answer.status, answer.data])).toEqual(answers.map(() => [200, data]))
      expect(await historyOf(suite, holds, hold.id)).toHaveLength(2)
      await holds.expectReleased(hold, 'cancellation', at)
    })

    test('paid: CONFLICT, also past the deadline, and everything is still held', async () => {
      const hold = await open()
      await payAndWait(suite, hold)
      expect(await hold.cancel()).toMatchObject(conflict)
      holds.clock.advance(holdMs * 2)
      expect(await hold.cancel()).toMatchObject(conflict)
      expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.paid })
      await holds.expectHeld(hold)
    })
  })

  test.each([
    ['GET', ''],
    ['POST', '/cancel'],
  ])(
    "%s …%s of a missing one, and of another member's, is refused before the body; it stays",
    async (method, action) => {
      const hold = await open()
      const { client } = await holds.member()
      const ask = (path: string, rawBody?: string) => client.send(method, `${path}${action}`, { rawBody })
      const bodies = method === 'GET' ? [undefined] : [undefined, '[']
      for (const rawBody of bodies) {
        expect(await ask(hold.path, rawBody)).toMatchObject(suite.foreign)
        const missing = await ask(`${suite.sessionsPath}/none`, rawBody)
        expect(missing).toMatchObject({ status: 404, code: 'NOT_FOUND' })
        const { code } = suite.foreign
        if (code === 'NOT_FOUND') expect((await ask(hold.path, rawBody)).body).toEqual(missing.body)
      }
      expect(await hold.read()).toEqual(hold.session.data)
      await holds.expectHeld(hold)
    },
  )
})
