import { createInternalKeys, type InternalSigningKey } from '@campstore/auth/internal-keys'
import { signInternalToken } from '@campstore/auth/internal-token'
import { internalKeys } from '@campstore/testing/service-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutFixture, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Who may call the internal endpoints (docs/contract/authentication.md#permissions).
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

/** What is called, and with which permission. An unknown id or nothing in the body: who may, gets this far. */
const calls: [string, string, { permission: string; admitted: number }][] = [
  ['GET', '/internal/checkout/orders', { permission: 'orders.view', admitted: 200 }],
  ['GET', '/internal/checkout/orders/none', { permission: 'orders.view', admitted: 404 }],
  ['POST', '/internal/checkout/orders/none/ship', { permission: 'orders.edit', admitted: 404 }],
  ['POST', '/internal/checkout/orders/none/complete', { permission: 'orders.edit', admitted: 404 }],
  ['POST', '/internal/checkout/orders/none/cancel', { permission: 'orders.edit', admitted: 400 }],
  ['GET', '/internal/checkout/coupons', { permission: 'coupons.view', admitted: 200 }],
  ['GET', '/internal/checkout/coupons/none', { permission: 'coupons.view', admitted: 404 }],
  ['POST', '/internal/checkout/coupons', { permission: 'coupons.edit', admitted: 400 }],
  ['PATCH', '/internal/checkout/coupons/none', { permission: 'coupons.edit', admitted: 400 }],
  ['POST', '/internal/checkout/coupons/none/claims', { permission: 'coupons.edit', admitted: 400 }],
]
const others = ['orders.view', 'orders.edit', 'coupons.view', 'coupons.edit', 'bookings.edit', 'permissions.edit']

describe.each(calls)('who may %s %s', (method, path, { permission: needed, admitted }) => {
  const withToken = (token: string) =>
    fixture.anyone.send(method, path, { headers: { authorization: `Bearer ${token}` } })
  const sign = (changes: { permission?: string; audience?: string; key?: InternalSigningKey; agoMs?: number }) => {
    const { permission = needed, audience = 'checkout', key = internalKeys.signingKey, agoMs = 0 } = changes
    const clock = () => new Date(fixture.clock.now().getTime() - agoMs)
    return signInternalToken({ adminId: 'admin-1', permissions: [permission], audience }, key, clock)
  }

  test(`with a signed internal token and ${needed}`, async () => {
    expect(await withToken(await sign({}))).toMatchObject({ status: admitted })
  })

  test.each<[string, () => Promise<string>]>([
    ["a member's token", () => fixture.issuer.token({ subject: 'some-member', issuedAt: fixture.clock.now() })],
    ['an expired token', () => sign({ agoMs: 120_000 })],
    ['a token for another service', () => sign({ audience: 'booking' })],
    ['a token signed with another key', () => sign({ key: createInternalKeys().signingKey })],
  ])('with %s: UNAUTHORIZED', async (_, token) => {
    expect(await withToken(await token())).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  test('without a token: UNAUTHORIZED', async () => {
    const answer = await fixture.anyone.send(method, path)
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(others.filter(other => other !== needed))('with the permission %s only: FORBIDDEN', async permission => {
    expect(await withToken(await sign({ permission }))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

test("an internal token opens no member's endpoint", async () => {
  const answer = await fixture.administrator().get(`${sessionsPath}/none`)
  expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})
