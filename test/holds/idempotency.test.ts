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

  test(`five different payloads at once under one key: one hold, the others ${suite.codes.keyReused}`, async () => {
    const [member, idempotencyKey] = [await holds.member(), randomUUID()]
    const requests = await Promise.all(Array.from({ length: 5 }, async () => (await holds.offer()).request))
    // The first waits to take the key, the others wait for the first in their process.
    const atTheKey = { lock: (tx: Queryable) => tx.query(`lock table ${keys} in share mode`), atLeast: 1 }
    const answers = await delayRequests(holds.owner, atTheKey, () =>
      Promise.all(requests.map(request => post(member, { ...request, idempotencyKey }))),
    )
    const outcomes = answers.map(({ code, status }) => code ?? status)
    expect(outcomes.toSorted()).toEqual([200, ...Array(4).fill(suite.codes.keyReused)])
    expect(await countHolds(suite, holds, member)).toBe(1)
  })

  test('no key and no hold is taken in another isolation level, in which three would get the last site or piece', async () => {
    const session = await holds.owner.connect()
    const calls = ["begin_holds('{a}', '{b}', '{c}')", "take_key('', '', '', '', null, now())"]
    for (const call of calls) {
      await session.query('begin isolation level repeatable read')
      const refused = session.query(`select ${suite.service}.${call}`)
      await expect(refused).rejects.toThrow(/(?:Holds|Idempotency keys) need the isolation level read committed/)
      await session.query('rollback')
    }
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
