import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bookings } from './bookings.ts'
import { countHolds, openHold } from './driver.ts'
import { orders } from './orders.ts'

// MAX_OPEN_HOLDS (docs/contract/limits.md#holds-of-one-member).
const limit = 3

/** The records of each kind, and a statement that compares what a member holds with the limits. */
const limitChecks = {
  booking: {
    table: 'booking.booking',
    check: (customerId: string) =>
      `booking.check_member_limits('${customerId}', '[2026-12-07,2026-12-09)', '{zone}', '{1}', '[]', 9, 99, 99, 95)`,
  },
  order: {
    table: 'checkout.store_order',
    check: (customerId: string) => `checkout.check_member_limits('${customerId}', '{variant}', '{1}', 9, 99, 95)`,
  },
}

describe.each([bookings, orders])('$kind', suite => {
  const holds = useFixture(() => suite.start({ MAX_OPEN_HOLDS: String(limit) }))

  const aRequest = async () => (await holds.offer()).request

  /** A member who holds as much as one may. */
  async function atTheLimit() {
    const first = await openHold(suite, holds)
    for (let held = 1; held < limit; held += 1) await holds.hold(first.member, await aRequest())
    return { first, oneMore: async () => first.member.client.post(suite.sessionsPath, await aRequest()) }
  }

  test('one unpaid hold more than the limit is refused, and the message says what to do', async () => {
    const { first, oneMore } = await atTheLimit()
    const message = `You can have at most 3 unpaid ${suite.kind}s at a time. Pay for one or cancel one, then try again.`
    expect(await oneMore()).toMatchObject({ status: 409, code: 'CONFLICT', body: { error: { message } } })
    const sql = `select from ${suite.service}.idempotency_key where customer_id = $1`
    expect((await holds.owner.query(sql, [first.member.customerId])).rowCount).toBe(limit)
  })

  test('fifty checkouts of one member at once hold exactly as many as the limit', async () => {
    const member = await holds.member()
    const requests = await Promise.all(Array.from({ length: 50 }, aRequest))
    const answers = await Promise.all(requests.map(request => member.client.post(suite.sessionsPath, request)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit)
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(50 - limit)
    expect(await countHolds(suite, holds, member)).toBe(limit)
  })

  test('a repeated request is answered as before, also at the limit', async () => {
    const { first } = await atTheLimit()
    expect(await holds.hold(first.member, first.request)).toEqual(first.session)
  })

  test('a cancelled hold does not count', async () => {
    const { first, oneMore } = await atTheLimit()
    expect(await first.cancel()).toMatchObject({ status: 200 })
    expect(await oneMore()).toMatchObject({ status: 200 })
    expect(await oneMore()).toMatchObject({ status: 409 })
  })

  test('what is not left is said before the limit is', async () => {
    const { first } = await atTheLimit()
    const answer = await first.member.client.post(suite.sessionsPath, {
      ...(await holds.offer({ available: 0 })).request,
    })
    expect(answer).toMatchObject({ status: 409, code: suite.codes.unavailable })
  })

  test('an overdue hold counts until it is ended', async () => {
    const { first, oneMore } = await atTheLimit()
    holds.clock.set(first.session.checkoutExpiresAt)
    expect(await oneMore()).toMatchObject({ status: 409 })
    await holds.expire(first.id)
    expect(await oneMore()).toMatchObject({ status: 200 })
  })

  test('the limits read the holds of the member only, where the planner has no statistics', async () => {
    const { member, id } = await openHold(suite, holds)
    const { table, check } = limitChecks[suite.kind]
    const results: unknown = await holds.owner.query(`
      begin;
      do $$ declare columns text := (
        select string_agg(quote_ident(column_name), ', ') from information_schema.columns
        where table_schema || '.' || table_name = '${table}' and is_generated = 'NEVER'
      ); begin execute format(
        'insert into ${table} (%s) select %s from generate_series(1, 3000) number, lateral (
          select (jsonb_populate_record(held, jsonb_build_object(''id'', ''copy-'' || number, ''customer_id'', ''other-'' || number))).*
          from ${table} held where id = ''${id}'' offset 0
        ) copy', columns, columns
      ); end $$;
      select ${check(member.customerId)};
      select seq_tup_read + idx_tup_fetch < 3100 as "fewRead"
      from pg_stat_xact_user_tables
      where schemaname || '.' || relname = '${table}';
      rollback`)
    expect(results).toContainEqual(expect.objectContaining({ rows: [{ fewRead: true }] }))
  })
})

describe.each([bookings, orders])('an account of the anonymous sign-in, $kind', suite => {
  test('holds nothing where that is not allowed, and is told to sign in', async () => {
    const holds = await suite.start({ ALLOW_ANONYMOUS_HOLDS: 'no' })
    onTestFinished(() => holds.stop())
    const { request } = await holds.offer()
    const anonymous = { subject: 'anonymous-1', provider: 'anonymous' }
    const refused = await holds.as(anonymous).post(suite.sessionsPath, request)
    expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(refused.body).toMatchObject({ error: { message: expect.stringMatching(/^Sign in with an account/) } })
    // Signing in links the account: the same subject, with an identity behind it.
    const linked = await holds.as({ ...anonymous, provider: 'password' }).post(suite.sessionsPath, request)
    expect(linked).toMatchObject({ status: 200 })
  })
})
