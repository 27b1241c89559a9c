import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { openHold, payAndWait } from './driver.ts'
import { orders } from './orders.ts'

// MAX_OPEN_HOLDS and ALLOW_ANONYMOUS_HOLDS (docs/contract/limits.md#holds-of-one-member).
const limit = 3

describe.each([bookings, orders])('$kind', suite => {
  const environment = { MAX_OPEN_HOLDS: String(limit), ALLOW_ANONYMOUS_HOLDS: 'no' }
  const holds = useFixture(() => suite.start(environment))

  const aRequest = async () => (await holds.offer()).request

  /** A member who holds as much as one may. */
  async function atTheLimit() {
    const first = await openHold(suite, holds)
    for (let held = 1; held < limit; held += 1) await holds.hold(first.member, await aRequest())
    return { first, oneMore: async () => first.member.client.post(suite.sessionsPath, await aRequest()) }
  }

  test('one unpaid hold more than the limit is refused, and the message says what to do; others may hold', async () => {
    const { first, oneMore } = await atTheLimit()
    const message = `You can have at most 3 unpaid ${suite.kind}s at a time. Pay for one or cancel one, then try again.`
    expect(await oneMore()).toMatchObject({ status: 409, code: 'CONFLICT', message })
    await holds.hold(await holds.member(), await aRequest())
    const sql = `select from ${suite.service}.idempotency_key where actor_id = $1 and scope = 'hold'`
    expect((await holds.owner.query(sql, [first.member.customerId])).rowCount).toBe(limit)
    await payAndWait(suite, first)
    expect(await oneMore()).toMatchObject({ status: 200 })
  })

  test('an overdue hold counts until it is ended', async () => {
    const { first, oneMore } = await atTheLimit()
    holds.clock.set(first.session.checkoutExpiresAt)
    expect(await oneMore()).toMatchObject({ status: 409 })
    await holds.expire(first.id)
    expect(await oneMore()).toMatchObject({ status: 200 })
  })

  test('an account of the anonymous sign-in holds nothing where that is not allowed, and is told to sign in', async () => {
    const request = await aRequest()
    const anonymous = { subject: 'anonymous-1', provider: 'anonymous' }
    const refused = await holds.as(anonymous).post(suite.sessionsPath, request)
    const message = expect.stringMatching(/^Sign in with an account/)
    expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN', message })
    // Signing in links the account: the same subject, with an identity behind it.
    const linked = await holds.as({ ...anonymous, provider: 'password' }).post(suite.sessionsPath, request)
    expect(linked).toMatchObject({ status: 200 })
  })
})
