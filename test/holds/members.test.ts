import type { TokenClaims } from '@campstore/testing/oidc-issuer'
import { unique } from '@campstore/testing/rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { type HoldDriver, openHold } from './driver.ts'
import { orders } from './orders.ts'

// Who may do what as a member (docs/contract/authentication.md#members).
const forbidden = { status: 403, code: 'FORBIDDEN' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each([bookings, orders])('$kind', suite => {
  let holds: HoldDriver
  beforeAll(async () => {
    holds = await suite.start()
  })
  afterAll(() => holds.stop())

  const open = () => openHold(suite, holds)
  const setStatus = (customerId: string, status: string) =>
    holds.owner.query('update member.customer set status = $2 where id = $1', [customerId, status])
  const customersWith = async (column: 'id' | 'firebase_uid', value: string) =>
    (await holds.owner.query(`select * from member.customer where ${column} = $1`, [value])).rows
  /** Any request of a member; it makes the customer of a new subject. */
  const missing = `${suite.sessionsPath}/none`

  describe('error UNAUTHORIZED says what is wrong with the token, in the message and in WWW-Authenticate', () => {
    test.each<[string, Partial<TokenClaims>, string]>([
      ['an expired token', { issuedAt: new Date('2026-11-20T06:00:00Z') }, 'has expired'],
      ['a token that someone else signed', { forged: true }, 'is not valid'],
      ['a token for another audience', { audience: 'another-shop' }, 'is not valid'],
      ['a token of another issuer', { issuer: 'https://id.example.com' }, 'is not valid'],
    ])('%s', async (_, claims, problem) => {
      const subject = unique('uid')
      const token = await holds.issuer.token({ subject, issuedAt: holds.clock.now(), ...claims })
      const { request } = await holds.offer()
      const answer = await holds.anyone.post(suite.sessionsPath, request, bearer(token))
      expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
      expect(answer.body).toMatchObject({ error: { message: `Sign in again: the token ${problem}.` } })
      const challenge = `Bearer error="invalid_token", error_description="The token ${problem}"`
      expect(answer.headers.get('www-authenticate')).toBe(challenge)
      expect(await customersWith('firebase_uid', subject)).toEqual([])
    })

    const missing = ['Sign in: the request has no bearer token.', 'Bearer']
    const invalid = [
      'Sign in again: the token is not valid.',
      'Bearer error="invalid_token", error_description="The token is not valid"',
    ]
    test.each([
      ['no token', {}, missing],
      ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, missing],
      ['a malformed token', bearer('not.a.token'), invalid],
      ['an empty token', { authorization: 'Bearer ' }, missing],
    ])('%s, at every member endpoint, before body and existence', async (_, headers, [message, challenge]) => {
      for (const [method, path] of suite.memberEndpoints) {
        const rawBody = method === 'GET' ? undefined : '{'
        const answer = await holds.anyone.send(method, path, { rawBody, headers })
        expect([method, path, answer.status, answer.code]).toEqual([method, path, 401, 'UNAUTHORIZED'])
        expect(answer.body).toMatchObject({ error: { message } })
        expect(answer.headers.get('www-authenticate')).toBe(challenge)
      }
    })
  })

  describe('a suspended customer', () => {
    test('may not start a checkout: FORBIDDEN, before the body and the replay', async () => {
      const { member, request } = await open()
      await setStatus(member.customerId, 'suspended')
      expect(await member.client.post(suite.sessionsPath, request)).toMatchObject(forbidden)
      expect(await member.client.send('POST', suite.sessionsPath, { rawBody: '{' })).toMatchObject(forbidden)
    })

    test("may not cancel another member's", async () => {
      const { cancel, path, read, session } = await open()
      const { client } = await holds.member({ status: 'suspended' })
      expect(await client.post(`${path}/cancel`)).toMatchObject(suite.foreign)
      expect(await client.post(`${missing}/cancel`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(await read()).toEqual(session.data)
      expect(await cancel()).toMatchObject({ status: 200 })
    })

    test.each(suite.memberEndpoints.filter(([method, path]) => method !== 'GET' && !path.endsWith('/cancel')))(
      'FORBIDDEN comes before body and existence: %s %s',
      async (method, path) => {
        const { client } = await holds.member({ status: 'suspended' })
        expect(await client.send(method, path, { rawBody: '{' })).toMatchObject(forbidden)
      },
    )

    test('may read their own and cancel, and do nothing else with it', async () => {
      const hold = await open()
      await setStatus(hold.member.customerId, 'suspended')
      for (const { name, run } of suite.operations)
        expect(await run(hold)).toMatchObject(name === 'cancel' ? { status: 200, data: suite.cancelled } : forbidden)
      expect(await hold.read()).toEqual({ ...hold.session.data, ...suite.cancelled })
      for (const path of suite.ownPaths(hold.id))
        expect(await hold.member.client.get(path)).toMatchObject({ status: 200 })
    })
  })

  describe('a deleted customer is FORBIDDEN anywhere', () => {
    test.each(suite.memberEndpoints)('%s %s', async (method, path) => {
      const { client } = await holds.member({ status: 'deleted' })
      expect(await client.send(method, path)).toMatchObject(forbidden)
    })

    test('also at what is theirs', async () => {
      const { cancel, member, path } = await open()
      await setStatus(member.customerId, 'deleted')
      expect([await member.client.get(path), await cancel()]).toMatchObject([forbidden, forbidden])
    })
  })

  describe('first requests', () => {
    test('a subject without a customer gets one, with name and e-mail of the token', async () => {
      const subject = unique('uid')
      await holds.as({ subject, email: `${subject}@example.com`, name: '陳大文' }).get(missing)
      expect(await customersWith('firebase_uid', subject)).toMatchObject([
        { name: '陳大文', email: `${subject}@example.com`, status: 'active', registered_at: holds.clock.now() },
      ])
    })

    test('ten at once make one customer', async () => {
      const client = holds.as({ subject: 'ten-at-once' })
      const answers = await Promise.all(Array.from({ length: 10 }, () => client.get(missing)))
      expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([404]))
      expect(await customersWith('firebase_uid', 'ten-at-once')).toHaveLength(1)
    })

    test('a customer imported without a uid is bound by the verified e-mail, in any case', async () => {
      const imported = await holds.member({ firebase_uid: null, email: 'Import.Ed@Example.com' })
      await holds.as({ subject: 'uid-imported', email: 'import.ed@example.com' }).get(missing)
      expect(await customersWith('id', imported.customerId)).toMatchObject([{ firebase_uid: 'uid-imported' }])
    })

    test('an e-mail that is not verified binds nothing: a new customer is made', async () => {
      const imported = await holds.member({ firebase_uid: null, email: 'waiting@example.com' })
      const claims = { subject: 'uid-unverified', email: 'waiting@example.com', verified: false }
      const token = await holds.issuer.token({ ...claims, issuedAt: holds.clock.now() })
      expect(await holds.anyone.get(missing, bearer(token))).toMatchObject({ status: 404 })
      expect(await customersWith('id', imported.customerId)).toMatchObject([{ firebase_uid: null }])
      expect(await customersWith('firebase_uid', 'uid-unverified')).toHaveLength(1)
    })

    test.each([
      ['verified', true],
      ['not verified', false],
    ])(
      'the first request may be a checkout: the hold has name and e-mail, and says that it is %s',
      async (_, verified) => {
        const subject = unique('uid')
        const email = `${subject}@example.com`
        const client = holds.as({ subject, email, name: '陳大文', verified })
        const { request } = await holds.offer()
        const session = await client.post(suite.sessionsPath, request)
        expect(session).toMatchObject({ status: 200 })
        const { bookingId, orderId } = session.data as { bookingId?: string; orderId?: string }
        const id = bookingId ?? orderId ?? expect.fail('no id')
        const staff = holds.administrator(suite.permissions.view)
        const detail = await staff.get(`${suite.internalPath}/${id}`)
        expect(detail.data).toMatchObject(suite.contact({ name: '陳大文', email, verified }))
        expect((await staff.get(`${suite.internalPath}?q=${email}`)).data).toHaveLength(1)
        const { event } = await holds.broker.eventOf(id, `${suite.kind}.created`)
        expect(event.data).toMatchObject(suite.publishedContact(verified))
      },
    )
  })
})
