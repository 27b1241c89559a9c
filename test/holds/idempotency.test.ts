import { randomUUID } from 'node:crypto'
import type { Queryable } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { countHolds, holdMs, type Member, type OpenHold, openHold } from './driver.ts'
import { orders } from './orders.ts'

// Same key, same or another payload (docs/contract/conventions.md#idempotency).
describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start())

  const open = () => openHold(suite, holds)
  const post = ({ client }: Member, request: object) => client.post(suite.sessionsPath, request)
  const keys = `${suite.service}.idempotency_key`

  describe('booking checkout, rule 3: same member, same key, same payload: the original result is replayed', () => {
    test('word for word but for the seconds left, with the key in the body or in a header, and nothing more is held', async () => {
      const member = await holds.member()
      const { request } = await holds.everything(member)
      const first = await post(member, request)
      holds.clock.advance(60_000)
      const second = await post(member, request)
      const header = { 'idempotency-key': String(Object(request).idempotencyKey), prefer: 'handling=strict' }
      const third = await member.client.post(suite.sessionsPath, { ...request, idempotencyKey: undefined }, header)
      for (const { status, body } of [second, third])
        expect([status, JSON.stringify(body)]).toEqual([
          200,
          JSON.stringify(first.body).replace('"secondsLeft":900', '"secondsLeft":840'),
        ])
      expect(await countHolds(suite, holds, member)).toBe(1)
    })

    const laterChanges: Record<string, (hold: OpenHold) => Promise<unknown>> = {
      'its time ran out': ({ id }) => {
        holds.clock.advance(4 * holdMs)
        return holds.expire(id)
      },
      ...suite.laterChanges,
    }
    test.each(Object.entries(laterChanges))('also when %s', async (_, change) => {
      const hold = await open()
      await change(hold)
      const secondsLeft = expect.any(Number)
      expect(await holds.hold(hold.member, hold.request)).toEqual({
        ...hold.session,
        data: { ...hold.session.data, secondsLeft },
      })
      expect(await countHolds(suite, holds, hold.member)).toBe(1)
    })

    test('also when it is withdrawn, its price changed, and nothing is left', async () => {
      const member = await holds.member()
      const { request, restock, withdraw } = await holds.offer()
      const session = await holds.hold(member, request)
      await withdraw()
      await restock(0)
      expect(await holds.hold(member, request)).toEqual(session)
    })
  })

  // fingerprints.test.ts has what makes another payload.
  test(`error ${suite.codes.keyReused}: same key, another payload`, async () => {
    const { member, request } = await open()
    expect(await post(member, { ...request, ...suite.otherPayload })).toMatchObject({ code: suite.codes.keyReused })
    expect(await countHolds(suite, holds, member)).toBe(1)
  })

  describe('five at once under one key', () => {
    const five = Array.from({ length: 5 })

    /** The answers to requests with one key: the first waits to take it, the others wait for the first in their process. */
    async function answersOf(member: Member, requests: readonly object[]) {
      const idempotencyKey = randomUUID()
      const atTheKey = { lock: (tx: Queryable) => tx.query(`lock table ${keys} in share mode`), atLeast: 1 }
      const answers = await delayRequests(holds.owner, atTheKey, () =>
        Promise.all(requests.map(request => post(member, { ...request, idempotencyKey }))),
      )
      expect(await countHolds(suite, holds, member)).toBe(1)
      return answers
    }

    test('the same payload: one hold, and one answer for all', async () => {
      const { request } = await holds.offer({ available: 1 })
      const answers = await answersOf(
        await holds.member(),
        Array.from(five, () => request),
      )
      const [first] = answers
      expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, first?.body]))
    })

    test(`different payloads: one hold, the others ${suite.codes.keyReused}`, async () => {
      const requests = await Promise.all(five.map(async () => (await holds.offer()).request))
      const answers = await answersOf(await holds.member(), requests)
      const outcomes = answers.map(({ code, status }) => code ?? status)
      expect(outcomes.toSorted()).toEqual([200, ...Array(4).fill(suite.codes.keyReused)])
    })
  })

  test('keys are per member: another member uses it for something of their own', async () => {
    const { request } = await holds.offer()
    const first = await holds.hold(await holds.member(), request)
    const second = await holds.hold(await holds.member(), { ...request, ...suite.otherPayload })
    expect(second.id).not.toBe(first.id)
  })

  test('no key is taken in another isolation level, in which three would get the last site or piece', async () => {
    const session = await holds.owner.connect()
    await session.query('begin isolation level repeatable read')
    const taken = session.query(`select ${suite.service}.take_key('', '', '', '', null, now())`)
    await expect(taken).rejects.toThrow('Idempotency keys need the isolation level read committed')
    session.release(true)
  })

  test(`${suite.codes.unavailable} leaves no key behind: another payload succeeds under it, when there is room`, async () => {
    const member = await holds.member()
    const { request, restock } = await holds.offer({ available: 0 })
    expect(await post(member, request)).toMatchObject({ code: suite.codes.unavailable })
    await restock(1)
    expect(await post(member, { ...request, ...suite.otherPayload })).toMatchObject({ status: 200 })
  })
})
