import type { Queryable } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import type { ApiResponse } from '@campstore/testing/send'
import { useFixture } from '@campstore/testing/use-fixture'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'

// Administrator accounts (docs/contract/admin.md#administrator-accounts).
// Invalid requests are in test/bad-requests.
let chief: Staff
const fixture = useFixture(startAdminFixture)
beforeEach(async () => {
  await fixture.owner.query('update admin.account set active = false')
  chief = await fixture.staff({ name: '店長' })
})

const users = '/api/admin/users'
const conflict = { status: 409, code: 'CONFLICT' }
const change = (id: string, body: unknown, by = chief) => by.client.patch(`${users}/${id}`, body)
const override = (id: string, overrides: unknown, by = chief) =>
  by.client.put(`${users}/${id}/permissions`, { overrides })
const nothing = { view: false, edit: false }
const viewOnly = { view: true, edit: false }
const everything = { view: true, edit: true }

test('POST /users: a new account is active, unbound, and has the permissions of its role', async () => {
  const email = 'new@Campstore.test'
  const answer = await chief.client.post(users, { name: ' 小美 ', email: ` ${email} `, role: 'warehouse' })
  const at = '2026-11-20T08:00:00.000Z'
  const account = { email, name: '小美', role: 'warehouse', active: true, firebaseUid: null, permissionOverrides: {} }
  const permissions =
    'orders.view orders.edit bookings.view products.view inventory.view inventory.edit campgrounds.view'
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const shown = { id, ...account, createdAt: at, updatedAt: at, effectivePermissions: permissions.split(' ') }
  expect([answer.status, answer.data]).toEqual([201, shown])
  const taken = { name: 'A', email: email.toLowerCase(), role: 'operator' }
  expect(await chief.client.post(users, taken)).toMatchObject(conflict)
})

describe('PATCH /users/{id}', () => {
  test('changes name, role and active', async () => {
    const { id } = await fixture.staff({ role: 'operator' })
    const changed = { name: '新名', role: 'warehouse', active: false }
    expect(await change(id, changed)).toMatchObject({ status: 200, data: { id, ...changed } })
    expect(await change(id, { active: true })).toMatchObject({ data: { ...changed, active: true } })
  })

  test('administrators cannot deactivate themselves: CONFLICT', async () => {
    await fixture.staff()
    expect(await change(chief.id, { active: false })).toMatchObject(conflict)
    expect(await change(chief.id, { active: true, name: '還在' })).toMatchObject({ status: 200 })
  })

  test('a change of role removes the overrides that the new role has by default, and keeps the others', async () => {
    const { id } = await fixture.staff({ role: 'warehouse', overrides: { coupons: everything, inventory: nothing } })
    expect(await change(id, { role: 'operator' })).toMatchObject({
      data: { role: 'operator', permissionOverrides: { inventory: nothing } },
    })
    const { data } = await change(id, { role: 'warehouse' })
    expect(data).toMatchObject({ permissionOverrides: { inventory: nothing } })
    expect(data).not.toHaveProperty('permissionOverrides.coupons')
  })
})

test('PUT /users/{id}/permissions: replaces all overrides, and stores only what differs from the role', async () => {
  const { id } = await fixture.staff({ role: 'operator', overrides: { closures: nothing } })
  const overrides = { inventory: everything, orders: everything, coupons: viewOnly }
  expect(await override(id, overrides)).toMatchObject({ status: 200, data: { permissionOverrides: {} } })
  const { rows } = await fixture.owner.query(
    'select section from admin.permission_override where account_id = $1 order by section',
    [id],
  )
  expect(rows).toEqual([{ section: 'coupons' }, { section: 'inventory' }])
})

// There is always an active administrator, and an active one who may edit permissions.

/** Not an administrator by role, but may edit permissions. */
const deputy = () => fixture.staff({ role: 'operator', overrides: { permissions: everything } })

describe('the last active account with the role admin', () => {
  test.each([{ active: false }, { role: 'operator' }])('is not changed to %j: CONFLICT', async changes => {
    expect(await change(chief.id, changes, await deputy())).toMatchObject(conflict)
  })

  test('an inactive one does not replace it', async () => {
    await fixture.staff({ active: false })
    expect(await change(chief.id, { active: false }, await deputy())).toMatchObject(conflict)
  })
})

describe('the last active account with permissions.edit', () => {
  test('does not take it from itself: CONFLICT', async () => {
    expect(await override(chief.id, { permissions: { view: true, edit: false } })).toMatchObject(conflict)
  })

  test('may give it away when another has it', async () => {
    await deputy()
    expect((await override(chief.id, { permissions: nothing })).status).toBe(200)
  })
})

describe('at once', () => {
  const changes: [string, (staff: Staff) => Promise<ApiResponse>][] = [
    ['change their role', self => change(self.id, { role: 'warehouse' }, self)],
    ['take permissions.edit from themselves', self => override(self.id, { permissions: nothing }, self)],
  ]
  test.each(changes)('five administrators %s: one has to stay', async (_, give) => {
    const others = await Promise.all(Array.from({ length: 4 }, () => fixture.staff()))
    const answers = await Promise.all([chief, ...others].map(give))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409])
  })

  test('two administrators deactivate each other: the one who is deactivated may not', async () => {
    const other = await fixture.staff()
    const lock = { lock: (tx: Queryable) => tx.query('lock table admin.account in share mode'), atLeast: 2 }
    const answers = await delayRequests(fixture.owner, lock, () =>
      Promise.all([change(chief.id, { active: false }, other), change(other.id, { active: false })]),
    )
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'ADMIN_INACTIVE'])
  })
})
