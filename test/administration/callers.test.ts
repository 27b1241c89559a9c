import { createInternalKeys } from '@campstore/auth/internal-keys'
import { signInternalToken } from '@campstore/auth/internal-token'
import { sections } from '@campstore/contract/admin/permissions'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { internalPath, type Route } from '@campstore/contract/route'
import { internalKeys } from '@campstore/testing/service-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Services, startServices, stopServices } from './services.ts'

// Who may call the internal endpoints, as the routes declare it (docs/contract/authentication.md#permissions).
let services: Services
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => stopServices(services))

const all: readonly string[] = sections.flatMap(section => [`${section}.view`, `${section}.edit`])
const routes = Object.values<Route>(adminRoutes).flatMap(({ name, method, path, owner, permissions = [] }) =>
  owner ? [{ name, method, owner, permissions, path: internalPath(owner, path).replace(/\{\w+\}/, 'none') }] : [],
)

test('there are as many internal endpoints as the administration needs', () => {
  expect(routes.length).toBeGreaterThan(30)
})

describe.each(routes)('$name', ({ method, path, owner, permissions }) => {
  const answerTo = (authorization?: string) =>
    services[owner].anyone.send(method, path, { headers: authorization ? { authorization } : {} })
  const sign = async ({ allowed = permissions, audience = owner, key = internalKeys.signingKey, agoMs = 0 }) => {
    const clock = () => new Date(services[owner].clock.now().getTime() - agoMs)
    return `Bearer ${await signInternalToken({ adminId: 'admin-1', permissions: allowed, audience }, key, clock)}`
  }

  test('UNAUTHORIZED without a token, and with one that is not an internal token for this service now', async () => {
    const { issuer, clock } = services[owner]
    const tokens = [
      undefined,
      `Bearer ${await issuer.token({ subject: 'some-member', issuedAt: clock.now() })}`,
      await sign({ agoMs: 120_000 }),
      await sign({ audience: owner === 'me' ? 'booking' : 'me' }),
      await sign({ key: createInternalKeys().signingKey }),
    ]
    for (const token of tokens) expect(await answerTo(token)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect((await answerTo()).headers.get('www-authenticate')).toBe('Bearer')
  })

  test('FORBIDDEN when any of its permissions is missing, and with them not', async () => {
    for (const missing of permissions) {
      const allowed = all.filter(permission => permission !== missing)
      expect(await answerTo(await sign({ allowed })), missing).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    }
    expect([401, 403]).not.toContain((await answerTo(await sign({}))).status)
  })
})

test.each([
  ['booking', '/api/booking/bookings'],
  ['checkout', '/api/checkout/sessions/none'],
  ['me', '/api/me/orders'],
] as const)("an internal token opens no member's endpoint of %s", async (owner, path) => {
  expect(await services[owner].administrator().get(path)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})
