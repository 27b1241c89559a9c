import type { TokenClaims } from '@campstore/testing/oidc-issuer'
import { unique } from '@campstore/testing/rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'
import { orderThatIs } from '../src/testing/orders.ts'

// Decisions, 1, 3 and 12, and store checkout, rule 1: who may do what as a member.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

const forbidden = { status: 403, code: 'FORBIDDEN' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const customersOf = async (subject: string) =>
  (await fixture.owner.query('select * from member.customer where firebase_uid = $1', [subject])).rows

const memberEndpoints: [string, string][] = [
  ['POST', sessionsPath],
  ['GET', `${sessionsPath}/none`],
  ['PATCH', `${sessionsPath}/none`],
  ['POST', `${sessionsPath}/none/confirm-cod`],
  ['POST', `${sessionsPath}/none/gateway`],
  ['POST', `${sessionsPath}/none/cancel`],
]

describe('error UNAUTHORIZED, with WWW-Authenticate: Bearer', () => {
  test.each<[string, Partial<TokenClaims>]>([
    ['an expired token', { issuedAt: new Date('2026-11-20T06:00:00Z') }],
    ['a token signed by somebody else', { forged: true }],
    ['a token for another audience', { audience: 'another-shop' }],
    ['a token of another issuer', { issuer: 'https://id.example.com' }],
  ])('%s', async (_, claims) => {
    const subject = unique('uid')
    const token = await fixture.issuer.token({ subject, issuedAt: fixture.clock.now(), ...claims })
    const request = checkoutOf(await fixture.set.variant())
    const answer = await fixture.anyone.post(sessionsPath, request, bearer(token))
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await customersOf(subject)).toEqual([])
  })

  test.each(memberEndpoints)('no token, also before body and existence: %s %s', async (method, path) => {
    const rawBody = method === 'GET' ? undefined : '{'
    const answer = await fixture.anyone.send(method, path, { rawBody })
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('a suspended customer', () => {
  test('may not start a checkout: FORBIDDEN, before the body and the replay', async () => {
    const member = await fixture.member()
    const request = checkoutOf(await fixture.set.variant())
    await fixture.hold(member, request)
    await fixture.set.change('member.customer', member.customerId, { status: 'suspended' })
    expect(await member.client.post(sessionsPath, request)).toMatchObject(forbidden)
    expect(await member.client.send('POST', sessionsPath, { rawBody: '{' })).toMatchObject(forbidden)
  })

  test('may not change or pay one: FORBIDDEN, also where there is none', async () => {
    const { change, confirmCod, member, openForm, read, session } = await orderThatIs(fixture, 'open')
    await fixture.set.change('member.customer', member.customerId, { status: 'suspended' })
    for (const answer of [await change({ paymentMethod: 'cod' }), await confirmCod(), await openForm()])
      expect(answer).toMatchObject(forbidden)
    expect(await member.client.send('PATCH', `${sessionsPath}/none`, { rawBody: '{' })).toMatchObject(forbidden)
    expect((await read()).data).toEqual(session)
  })

  test('may read their own and cancel', async () => {
    const { cancel, member, read } = await orderThatIs(fixture, 'open')
    await fixture.set.change('member.customer', member.customerId, { status: 'suspended' })
    expect(await read()).toMatchObject({ status: 200 })
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
  })

  test("may not cancel another member's", async () => {
    const { path } = await orderThatIs(fixture, 'open')
    const { client } = await fixture.member({ status: 'suspended' })
    expect(await client.post(`${path}/cancel`)).toMatchObject(forbidden)
    expect(await client.post(`${sessionsPath}/none/cancel`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('a deleted customer is FORBIDDEN anywhere', () => {
  test.each(memberEndpoints)('%s %s', async (method, path) => {
    const { client } = await fixture.member({ status: 'deleted' })
    expect(await client.send(method, path)).toMatchObject(forbidden)
  })

  test('also at what is theirs', async () => {
    const { cancel, member, read } = await orderThatIs(fixture, 'open')
    await fixture.set.change('member.customer', member.customerId, { status: 'deleted' })
    expect([await read(), await cancel()]).toMatchObject([forbidden, forbidden])
  })
})

test('the first request of a subject may be a checkout: the order belongs to the new customer', async () => {
  const subject = unique('uid')
  const client = fixture.as({ subject, email: `${subject}@example.com`, name: '陳大文' })
  expect(await client.post(sessionsPath, checkoutOf(await fixture.set.variant()))).toMatchObject({ status: 200 })
  const [customer] = await customersOf(subject)
  const sql = 'select buyer_name, buyer_email from checkout.store_order where customer_id = $1'
  const { rows } = await fixture.owner.query(sql, [customer?.id])
  expect(rows).toEqual([{ buyer_name: '陳大文', buyer_email: `${subject}@example.com` }])
})
