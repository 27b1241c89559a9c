import { type Role, roleDefaults, roles, sections } from '@campstore/contract/admin/permissions'
import { adminRoutes } from '@campstore/contract/admin/routes'
import type { Overrides } from '@campstore/contract/admin/users'
import type { Owner, Route } from '@campstore/contract/route'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { startAdminFixture } from '../src/testing/admin-fixture.ts'

// Every admin route, every role and permission, with and without overrides, against the declarations of the routes (docs/contract/authentication.md#permissions).
const fixture = useFixture(startAdminFixture)

const routes: Route[] = Object.values<Route>(adminRoutes).filter(({ access }) => access === 'admin')
const everywhere = (may: { view: boolean; edit: boolean }): Overrides =>
  Object.fromEntries(sections.map(section => [section, may]))
const overridden: [string, Overrides][] = [
  ['without overrides', {}],
  ['overridden to nothing', everywhere({ view: false, edit: false })],
  ['overridden to view only', everywhere({ view: true, edit: false })],
  ['overridden to everything', everywhere({ view: true, edit: true })],
  ['with bookings taken and permissions given', bookingsForPermissions()],
]
function bookingsForPermissions(): Overrides {
  return { bookings: { view: false, edit: false }, permissions: { view: true, edit: true } }
}

/** The rule again, for one permission. */
function may(permission: string, role: Role, overrides: Overrides): boolean {
  const override = new Map(Object.entries(overrides)).get(permission.split('.')[0] ?? '')
  if (override) return permission.endsWith('.view') ? override.view : override.edit
  return roleDefaults[role].some(allowed => allowed === permission)
}

const owners: Owner[] = ['booking', 'products', 'checkout', 'me']
const takeCalls = () =>
  owners.flatMap(owner => fixture.services[owner].requests.splice(0).map(request => ({ owner, ...request })))

/** The role whose permissions differ most; the other roles try only one route of each set of permissions. */
const wholeRole: Role = 'warehouse'
/** With these overrides, that role tries every route: each route accepts its own permissions, and refuses a person without any. */
const tryEveryRoute = ['without overrides', 'overridden to nothing', 'overridden to everything']
const samples = [...new Map(routes.map(route => [String(route.permissions), route])).values()]
/** Overrides of every section leave nothing to the role. */
const dependsOnRole = ([, overrides]: (typeof overridden)[number]) => Object.keys(overrides).length < sections.length

describe.each(roles)('%s', role => {
  const isWhole = role === wholeRole
  test.each(isWhole ? overridden : overridden.filter(dependsOnRole))('%s', async (name, overrides) => {
    const { id, client } = await fixture.staff({ role, overrides })
    for (const route of isWhole && tryEveryRoute.includes(name) ? routes : samples) {
      takeCalls()
      const path = route.path.replace('{date}', '2026-12-05').replaceAll(/\{\w+\}/g, 'none')
      const body = route.method === 'GET' ? {} : { rawBody: '{"nonsense' }
      const answer = await client.send(route.method, path, body)
      const calls = takeCalls()
      const permissions = route.permissions ?? []
      const allowed = permissions.every(permission => may(permission, role, overrides))
      expect([route.name, answer.code === 'FORBIDDEN'], route.name).toEqual([route.name, !allowed])
      const call = calls.at(-1)
      expect([route.name, call?.owner]).toEqual([route.name, allowed ? route.owner : undefined])
      const held = (route.optionalPermissions ?? []).filter(permission => may(permission, role, overrides))
      if (call) expect(call.caller).toMatchObject({ adminId: id, permissions: [...permissions, ...held] })
    }
  })
})

test('a revoked permission is gone with the next request', async () => {
  const { id, client } = await fixture.staff({ role: 'operator' })
  expect((await client.get('/api/admin/orders')).status).toBe(200)
  await (await fixture.staff()).client.put(`/api/admin/users/${id}/permissions`, {
    overrides: { orders: { view: false, edit: false } },
  })
  expect(await client.get('/api/admin/orders')).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})

test('an internal token is not accepted: UNAUTHORIZED', async () => {
  const answer = await fixture.administrator('orders.view').get('/api/admin/orders')
  expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})
