import type { OidcIssuer, TokenClaims } from '@campstore/testing/oidc-issuer'
import { unique } from '@campstore/testing/rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Decisions, 1 and 3: who may do what as a member.
const bookingsPath = '/api/booking/bookings'
let fixture: BookingFixture
let tokenOf: OidcIssuer['token']
beforeAll(async () => {
  fixture = await startBookingFixture()
  tokenOf = fixture.issuer.token
})
afterAll(() => fixture.stop())

const aZone = async () => fixture.set.zone(await fixture.set.campground())
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const customersWith = async (column: string, value: string) =>
  (await fixture.owner.query(`select * from member.customer where ${column} = $1`, [value])).rows

describe('error UNAUTHORIZED, with WWW-Authenticate: Bearer', () => {
  test.each<[string, Partial<TokenClaims>]>([
    ['an expired token', { issuedAt: new Date('2026-11-20T06:00:00Z') }],
    ['a token signed by somebody else', { forged: true }],
    ['a token for another audience', { audience: 'another-shop' }],
    ['a token of another issuer', { issuer: 'https://id.example.com' }],
  ])('%s', async (_, claims) => {
    const subject = unique('uid')
    const token = await tokenOf({ subject, issuedAt: fixture.clock.now(), ...claims })
    const answer = await fixture.anyone.get(bookingsPath, bearer(token))
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await customersWith('firebase_uid', subject)).toEqual([])
  })

  test.each([
    ['no token', {}],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['a malformed token', bearer('not.a.token')],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('%s, at every member endpoint', async (_, headers) => {
    const endpoints: [string, string][] = [
      ['POST', sessionsPath],
      ['GET', `${sessionsPath}/none`],
      ['PATCH', `${sessionsPath}/none`],
      ['POST', `${sessionsPath}/none/gateway`],
      ['POST', `${sessionsPath}/none/cancel`],
      ['GET', bookingsPath],
      ['GET', `${bookingsPath}/none`],
    ]
    for (const [method, path] of endpoints) {
      const answer = await fixture.anyone.send(method, path, { headers })
      expect([method, path, answer.status, answer.code]).toEqual([method, path, 401, 'UNAUTHORIZED'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('comes before the shape of the body', async () => {
    expect(await fixture.anyone.send('POST', sessionsPath, { rawBody: '{' })).toMatchObject({ status: 401 })
  })
})

describe('a suspended customer', () => {
  test('may not start a checkout: FORBIDDEN, before the body and the replay', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await aZone())
    await fixture.hold(member, request)
    await fixture.set.change('member.customer', member.customerId, { status: 'suspended' })
    const forbidden = { status: 403, code: 'FORBIDDEN' }
    expect(await member.client.post(sessionsPath, request)).toMatchObject(forbidden)
    expect(await member.client.post(sessionsPath, {})).toMatchObject(forbidden)
  })

  test('may read their own bookings and cancel', async () => {
    const member = await fixture.member()
    const { bookingId } = await fixture.hold(member, checkoutOf(await aZone()))
    await fixture.set.change('member.customer', member.customerId, { status: 'suspended' })
    expect((await member.client.get(bookingsPath)).data).toHaveLength(1)
    expect(await member.client.get(`${bookingsPath}/${bookingId}`)).toMatchObject({ status: 200 })
    expect(await member.client.get(`${sessionsPath}/${bookingId}`)).toMatchObject({ status: 200 })
    expect(await member.client.post(`${sessionsPath}/${bookingId}/cancel`)).toMatchObject({ status: 200 })
  })
})

test('a deleted customer is FORBIDDEN anywhere', async () => {
  const { client } = await fixture.member({ status: 'deleted' })
  const answers = [
    await client.get(bookingsPath),
    await client.get(`${bookingsPath}/none`),
    await client.get(`${sessionsPath}/none`),
    await client.post(sessionsPath, {}),
    await client.post(`${sessionsPath}/none/cancel`),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})

describe('first requests', () => {
  test('a subject without a customer gets one, with name and e-mail of the token', async () => {
    const subject = unique('uid')
    await fixture.as({ subject, email: `${subject}@example.com`, name: '陳大文' }).get(bookingsPath)
    expect(await customersWith('firebase_uid', subject)).toMatchObject([
      { name: '陳大文', email: `${subject}@example.com`, status: 'active', registered_at: fixture.clock.now() },
    ])
  })

  test('ten at once make one customer', async () => {
    const client = fixture.as({ subject: 'ten-at-once' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.get(bookingsPath)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(await customersWith('firebase_uid', 'ten-at-once')).toHaveLength(1)
  })

  test('a customer imported without a uid is bound by the verified e-mail, in any case', async () => {
    const imported = await fixture.set.customer({ firebase_uid: null, email: 'Import.Ed@Example.com' })
    await fixture.as({ subject: 'uid-imported', email: 'import.ed@example.com' }).get(bookingsPath)
    expect(await customersWith('id', imported.customerId)).toMatchObject([{ firebase_uid: 'uid-imported' }])
  })

  test('an e-mail that is not verified binds nothing: a new customer is made', async () => {
    const imported = await fixture.set.customer({ firebase_uid: null, email: 'waiting@example.com' })
    const claims = { subject: 'uid-unverified', email: 'waiting@example.com', verified: false }
    const token = await tokenOf({ ...claims, issuedAt: fixture.clock.now() })
    expect(await fixture.anyone.get(bookingsPath, bearer(token))).toMatchObject({ status: 200, data: [] })
    expect(await customersWith('id', imported.customerId)).toMatchObject([{ firebase_uid: null }])
    expect(await customersWith('firebase_uid', 'uid-unverified')).toHaveLength(1)
  })

  test('the first request may be a checkout: the booking belongs to the new customer', async () => {
    const client = fixture.as({ subject: 'uid-straight-away' })
    expect(await client.post(sessionsPath, checkoutOf(await aZone()))).toMatchObject({ status: 200 })
    expect((await client.get(bookingsPath)).data).toHaveLength(1)
  })
})
