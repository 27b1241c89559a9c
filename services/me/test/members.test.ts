import { version } from '@campstore/core/version'
import { eventually } from '@campstore/testing/waiting'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MeFixture, startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/authentication.md#members. Tokens are tested in libs/auth and for bookings.
let fixture: MeFixture
beforeAll(async () => {
  fixture = await startMeFixture()
})
afterAll(() => fixture.stop())

const paths = ['/api/me/orders', '/api/me/orders/none', '/api/me/coupons']

test.each(paths)('%s without a token: UNAUTHORIZED, with WWW-Authenticate: Bearer', async path => {
  const answer = await fixture.anyone.get(path)
  expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

test('a suspended customer may read their own orders and coupons', async () => {
  const member = await fixture.member({ status: 'suspended' })
  const orderId = await fixture.scenario.order(member)
  await fixture.scenario.claim(member)
  expect(await member.client.get(`/api/me/orders/${orderId}`)).toMatchObject({ status: 200, data: { id: orderId } })
  expect(await member.client.get('/api/me/orders')).toMatchObject({ status: 200, data: [{ id: orderId }] })
  expect(await member.client.get('/api/me/coupons')).toMatchObject({ status: 200, meta: { totalElements: 1 } })
})

test.each(paths)('%s of a deleted customer: FORBIDDEN', async path => {
  const { client } = await fixture.member({ status: 'deleted' })
  expect(await client.get(path)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})

test('a subject without a customer gets one with the first request', async () => {
  const client = fixture.as({ subject: 'uid-new-here', email: 'new@example.com', name: '陳大文' })
  expect(await client.get('/api/me/orders')).toMatchObject({ status: 200, data: [] })
  const { rows } = await fixture.owner.query("select name from member.customer where firebase_uid = 'uid-new-here'")
  expect(rows).toEqual([{ name: '陳大文' }])
})

describe('health', () => {
  test('ready, with the state of its dependencies', async () => {
    const data = { status: 'up', version, database: 'up', broker: 'up' }
    await eventually(async () => {
      expect((await fixture.anyone.get('/health/ready')).body).toEqual({ success: true, data })
    })
  })
})
