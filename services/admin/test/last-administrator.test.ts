import { useFixture } from '@campstore/testing/use-fixture'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'

// There is always an active administrator, and an active one who may edit permissions (docs/contract/admin.md#administrator-accounts).
const fixture = useFixture(startAdminFixture)
beforeEach(() => fixture.owner.query('update admin.account set active = false'))

const conflict = { status: 409, code: 'CONFLICT' }
const change = (id: string, body: unknown, by: Staff) => by.client.send('PATCH', `/api/admin/users/${id}`, { body })
const override = (id: string, overrides: unknown, by: Staff) =>
  by.client.send('PUT', `/api/admin/users/${id}/permissions`, { body: { overrides } })
const nothing = { view: false, edit: false }
const everything = { view: true, edit: true }
/** Not an administrator by role, but may edit permissions. */
const deputy = () => fixture.staff({ role: 'operator', overrides: { permissions: everything } })

describe('the last active account with the role admin', () => {
  test.each([{ active: false }, { role: 'operator' }])('is not changed to %j: CONFLICT', async changes => {
    const last = await fixture.staff()
    expect(await change(last.id, changes, await deputy())).toMatchObject(conflict)
  })

  test('does not step down', async () => {
    const last = await fixture.staff()
    await deputy()
    expect(await change(last.id, { role: 'operator' }, last)).toMatchObject(conflict)
  })

  test('may be renamed', async () => {
    const last = await fixture.staff()
    expect((await change(last.id, { name: '店長', active: true, role: 'admin' }, last)).status).toBe(200)
  })

  test('an inactive one is no replacement', async () => {
    const last = await fixture.staff()
    await fixture.staff({ active: false })
    expect(await change(last.id, { active: false }, await deputy())).toMatchObject(conflict)
  })

  test('is not the last while there is another', async () => {
    const [one, other] = [await fixture.staff(), await fixture.staff()]
    expect((await change(one.id, { active: false }, other)).status).toBe(200)
  })
})

describe('the last active account with permissions.edit', () => {
  test('does not take it from itself: CONFLICT', async () => {
    const last = await fixture.staff()
    expect(await override(last.id, { permissions: { view: true, edit: false } }, last)).toMatchObject(conflict)
  })

  test('does not change its role to one without: CONFLICT', async () => {
    const last = await deputy()
    await fixture.staff({ overrides: { permissions: nothing } })
    expect(await override(last.id, {}, last)).toMatchObject(conflict)
  })

  test('may give it away when another has it', async () => {
    const one = await fixture.staff()
    await deputy()
    expect((await override(one.id, { permissions: nothing }, one)).status).toBe(200)
  })
})

describe('at once', () => {
  const active = async () =>
    (await fixture.owner.query<{ id: string }>('select id from admin.account where active')).rows.map(({ id }) => id)

  test('five administrators each step down: one has to stay', async () => {
    const staff = await Promise.all(Array.from({ length: 5 }, () => fixture.staff()))
    await deputy()
    const answers = await Promise.all(staff.map(self => change(self.id, { role: 'warehouse' }, self)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409])
  })

  test('five take permissions.edit from themselves: one keeps it', async () => {
    const staff = await Promise.all(Array.from({ length: 5 }, () => fixture.staff()))
    const answers = await Promise.all(staff.map(self => override(self.id, { permissions: nothing }, self)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409])
    expect(await active()).toHaveLength(5)
  })
})
