import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminFixture, type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'

// Administrator accounts (docs/contract/admin.md#administrator-accounts).
// Invalid requests are in test/bad-requests.
let fixture: AdminFixture
let chief: Staff
beforeAll(async () => {
  fixture = await startAdminFixture()
  chief = await fixture.staff({ name: '店長' })
})
afterAll(() => fixture.stop())

const users = '/api/admin/users'
const conflict = { status: 409, code: 'CONFLICT' }
const notFound = { status: 404, code: 'NOT_FOUND' }
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

  test('the e-mail of another account, in any case: CONFLICT', async () => {
    const answer = await chief.client.post(users, { name: 'A', email: chief.email.toUpperCase(), role: 'admin' })
    expect(answer).toMatchObject(conflict)
  })

  test('the same e-mail from five at once: one account', async () => {
    const body = { name: 'A', email: newEmail(), role: 'operator' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => chief.client.post(users, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

describe('GET /users', () => {
  const listed = async (query: string): Promise<string[]> => {
    const { status, data } = await chief.client.get(`${users}?${query}`)
    expect(status).toBe(200)
    return Array.isArray(data) ? data.map(({ name }) => name) : []
  }

  test('finds by name and e-mail; %, _ and \\ mean themselves', async () => {
    await fixture.staff({ name: 'Find 100% me' })
    await fixture.staff({ name: 'find_me\\', email: 'lost@find.test' })
    expect(await listed('q=FIND&sort=name,asc')).toEqual(['Find 100% me', 'find_me\\'])
    expect(await listed('q=100%25')).toEqual(['Find 100% me'])
    expect(await listed('q=_me')).toEqual(['find_me\\'])
    expect(await listed('q=e%5C')).toEqual(['find_me\\'])
    expect(await listed('q=@Find.test')).toEqual(['find_me\\'])
  })

  test('filters by role and by active', async () => {
    const name = 'filtered'
    await fixture.staff({ name, role: 'warehouse' })
    await fixture.staff({ name, role: 'warehouse', active: false })
    await fixture.staff({ name, role: 'operator' })
    expect(await listed('q=filtered&role=warehouse')).toHaveLength(2)
    expect(await listed('q=filtered&role=warehouse&active=false')).toHaveLength(1)
    expect(await listed('q=filtered&active=true')).toHaveLength(2)
  })

  test.each([
    ['newest first', '', ['sort c', 'sort a', 'Sort b']],
    ['createdAt,asc', '&sort=createdAt,asc', ['Sort b', 'sort a', 'sort c']],
    ['name,asc', '&sort=name,asc', ['sort a', 'Sort b', 'sort c']],
    ['email,desc', '&sort=email,desc', ['Sort b', 'sort c', 'sort a']],
  ])('%s', async (_, sort, expected) => {
    if ((await listed('q=sort ')).length === 0) {
      await fixture.staff({ name: 'Sort b', email: 'C@sort.test', created_at: '2026-01-01T00:00:01Z' })
      await fixture.staff({ name: 'sort a', email: 'a@sort.test', created_at: '2026-01-01T00:00:02Z' })
      await fixture.staff({ name: 'sort c', email: 'b@sort.test', created_at: '2026-01-01T00:00:03Z' })
    }
    expect(await listed(`q=Sort ${sort}`)).toEqual(expected)
  })

  test('ties go by id in the same direction, and pages follow each other', async () => {
    const ids = []
    for (let n = 0; n < 3; n += 1) ids.push((await fixture.staff({ name: 'tie' })).id)
    ids.sort().reverse()
    const page = (n: number) => chief.client.get(`${users}?q=tie&size=2&page=${n}`)
    const meta = { size: 2, totalElements: 3, totalPages: 2 }
    expect(await page(0)).toMatchObject({ data: [{ id: ids[0] }, { id: ids[1] }], meta: { page: 0, ...meta } })
    expect(await page(1)).toMatchObject({ data: [{ id: ids[2] }], meta: { page: 1, ...meta } })
    expect(await page(2)).toMatchObject({ status: 200, data: [], meta: { page: 2, ...meta } })
  })
})

describe('GET /users/{id}', () => {
  test('an unknown id: NOT_FOUND', async () => {
    expect(await chief.client.get(`${users}/none`)).toMatchObject(notFound)
  })

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

  test('an unknown id: NOT_FOUND', async () => {
    expect(await change('none', { name: 'A' })).toMatchObject(notFound)
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

  test('an unknown id: NOT_FOUND', async () => {
    expect(await override('none', {})).toMatchObject(notFound)
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
