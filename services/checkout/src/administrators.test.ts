import { signInternalToken } from '@campstore/auth/internal-token'
import { internalSecret } from '@campstore/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutWorld, sessionsPath, startCheckoutWorld } from './testing/checkout-world.ts'

// Who may call the internal endpoints (interface.md, Admin, Orders).
let world: CheckoutWorld
beforeAll(async () => {
  world = await startCheckoutWorld()
})
afterAll(() => world.stop())

describe.each(['ship', 'complete'] as const)('who may %s', action => {
  const path = `/internal/checkout/orders/none/${action}`
  const withToken = (token: string) => world.anyone.post(path, undefined, { authorization: `Bearer ${token}` })
  const sign = (changes: { permission?: string; audience?: string; secret?: string; agoMs?: number }) => {
    const { permission = 'orders.edit', audience = 'checkout', secret = internalSecret, agoMs = 0 } = changes
    const clock = () => new Date(world.clock.now().getTime() - agoMs)
    return signInternalToken({ adminId: 'admin-1', permissions: [permission], audience }, secret, clock)
  }

  test('with a signed internal token and orders.edit: an unknown order is NOT_FOUND', async () => {
    expect(await withToken(await sign({}))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test.each<[string, () => Promise<string>]>([
    ["a member's token", () => world.issuer.token({ subject: 'somebody', issuedAt: world.clock.now() })],
    ['an expired token', () => sign({ agoMs: 120_000 })],
    ['a token for another service', () => sign({ audience: 'booking' })],
    ['a token signed with another secret', () => sign({ secret: 'a-secret-of-somebody-else' })],
  ])('with %s: UNAUTHORIZED', async (_, token) => {
    expect(await withToken(await token())).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  test('without a token: UNAUTHORIZED', async () => {
    const answer = await world.anyone.post(path)
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(['orders.view', 'bookings.edit'])('with the permission %s only: FORBIDDEN', async permission => {
    expect(await withToken(await sign({ permission }))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

test("an internal token opens no member's endpoint", async () => {
  const answer = await world.administrator().get(`${sessionsPath}/none`)
  expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})
