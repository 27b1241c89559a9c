import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './databases.ts'

test('a test database is migrated, empty and not shared', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.pool().query('create table public.only_here ()')
  const { rows } = await other
    .pool()
    .query(`select to_regclass('public.only_here') as found, to_regclass('booking.booking')::text as migrated`)
  expect(rows).toEqual([{ found: null, migrated: 'booking.booking' }])
  await Promise.all([one.drop(), other.drop()])
})

test('the address of a service has its login role', async () => {
  const database = await createTestDatabase()
  const { rows } = await database.pool('booking').query('select current_user as role')
  expect(rows).toEqual([{ role: 'campstore_booking' }])
  await database.drop()
})

test('a database with open connections can be dropped', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  client.on('error', () => {})
  await client.connect()
  await database.drop()
  await expect(new pg.Client({ connectionString: database.adminUrl }).connect()).rejects.toThrow('does not exist')
})
