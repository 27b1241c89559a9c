import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'

// Administrator accounts (docs/contract/admin.md#administrator-accounts).
// Invalid requests are in test/bad-requests.
let chief: Staff
const fixture = useFixture(startAdminFixture)
beforeAll(async () => {
  chief = await fixture.staff({ name: '店長' })
})

const users = '/api/admin/users'
const conflict = { status: 409, code: 'CONFLICT' }
const change = (id: string, body: unknown, by = chief) => by.client.send('PATCH', `${users}/${id}`, { body })
const override = (id: string, overrides: unknown, by = chief) =>
  by.client.send('PUT', `${users}/${id}/permissions`, { body: { overrides } })
const nothing = { view: false, edit: false }
const viewOnly = { view: true, edit: false }
const everything = { view: true, edit: true }
let emails = 0
const newEmail = () => `new-${++emails}@Campstore.test`

describe('POST /users', () => {
  test('a new account is active, unbound, and has the permissions of its role', async () => {
    const email = newEmail()
    const answer = await chief.client.post(users, { name: ' 小美 ', email: ` ${email} `, role: 'warehouse' })
    const at = '2026-11-20T08:00:00.000Z'
    expect([answer.status, answer.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email,
        name: '小美',
        role: 'warehouse',
        active: true,
        firebaseUid: null,
        createdAt: at,
        updatedAt: at,
        permissionOverrides: {},
        effectivePermissions: [
          'orders.view',
          'orders.edit',
          'bookings.view',
          'products.view',
          'inventory.view',
          'inventory.edit',
        ],
      },
    ])
  })

  test('the same e-mail from five at once: one account', async () => {
    const body = { name: 'A', email: newEmail(), role: 'operator' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => chief.client.post(users, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

describe('GET /users/{id}', () => {
  test('overrides and the permissions that follow', async () => {
    const { id } = await fixture.staff({ role: 'warehouse', overrides: { orders: viewOnly, customers: viewOnly } })
    expect(await chief.client.get(`${users}/${id}`)).toMatchObject({
      data: {
        permissionOverrides: { orders: viewOnly, customers: viewOnly },
        effectivePermissions: [
          'customers.view',
          'orders.view',
          'bookings.view',
          'products.view',
          'inventory.view',
          'inventory.edit',
        ],
      },
    })
  })
})

describe('PATCH /users/{id}', () => {
  test('changes name, role and active', async () => {
    const { id } = await fixture.staff({ role: 'operator' })
    const changed = { name: '新名', role: 'warehouse', active: false }
    expect(await change(id, changed)).toMatchObject({ status: 200, data: { id, ...changed } })
    expect(await change(id, { active: true })).toMatchObject({ data: { ...changed, active: true } })
  })

  test('administrators cannot deactivate themselves: CONFLICT', async () => {
    const self = await fixture.staff()
    expect(await change(self.id, { active: false }, self)).toMatchObject(conflict)
    expect(await change(self.id, { active: true, name: '還在' }, self)).toMatchObject({ status: 200 })
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

describe('PUT /users/{id}/permissions', () => {
  test('replaces all overrides, and stores only what differs from the role', async () => {
    const { id } = await fixture.staff({ role: 'operator', overrides: { closures: nothing } })
    const overrides = { inventory: everything, orders: everything, coupons: viewOnly }
    expect(await override(id, overrides)).toMatchObject({ status: 200, data: { permissionOverrides: {} } })
    const { rows } = await fixture.owner.query(
      'select section from admin.permission_override where account_id = $1 order by section',
      [id],
    )
    expect(rows).toEqual([{ section: 'coupons' }, { section: 'inventory' }])
  })

  test('no overrides: the permissions of the role', async () => {
    const { id } = await fixture.staff({ overrides: { orders: nothing } })
    const { data } = await override(id, {})
    expect(data).toHaveProperty('permissionOverrides', {})
  })
})

test('the dictionary: every permission, and the defaults of each role', async () => {
  const { data } = await chief.client.get('/api/admin/permissions')
  expect(data).toMatchObject({
    sections: [
      ...['customers', 'orders', 'bookings', 'products', 'inventory', 'coupons', 'closures', 'permissions'].map(
        key => ({ key, permissions: [`${key}.view`, `${key}.edit`] }),
      ),
    ],
    roleDefaults: {
      warehouse: ['orders.view', 'orders.edit', 'bookings.view', 'products.view', 'inventory.view', 'inventory.edit'],
      operator: expect.not.arrayContaining(['inventory.edit', 'permissions.view']),
    },
  })
})
