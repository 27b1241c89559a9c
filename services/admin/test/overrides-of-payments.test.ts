import { readFile } from 'node:fs/promises'
import type { Role } from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { startAdminFixture } from '../src/testing/admin-fixture.ts'

// Payments had the permissions of orders and bookings together until they became a section (docs/contract/authentication.md#permissions).
const fixture = useFixture(startAdminFixture)
const migration = new URL('../src/persistence/migrations/0004-overrides-of-payments.sql', import.meta.url)

const none = { view: false, edit: false }
const seen = { view: true, edit: false }
const all = { view: true, edit: true }

test.each<[Role, Overrides, { view: boolean; edit: boolean } | undefined]>([
  ['operator', {}, undefined],
  ['warehouse', {}, undefined],
  ['operator', { orders: seen }, seen],
  ['operator', { bookings: none }, none],
  ['warehouse', { bookings: all }, all],
  ['warehouse', { orders: seen }, seen],
  ['warehouse', { bookings: none }, undefined],
  ['admin', { products: none }, undefined],
])('%s with the overrides %j gets %j', async (role, overrides, expected) => {
  const { id } = await fixture.staff({ role, overrides })
  await fixture.owner.query(await readFile(migration, 'utf8'))
  const { rows } = await fixture.owner.query(
    'select can_view as view, can_edit as edit from admin.permission_override where account_id = $1 and section = $2',
    [id, 'payments'],
  )
  expect(rows).toEqual(expected ? [expected] : [])
})
