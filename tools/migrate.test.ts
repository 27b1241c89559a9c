import { createTestDatabase } from '@campstore/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import { migrateAll, rolePasswords } from './migrate.ts'

test('on an empty database everything is applied, owners of views before their readers; then nothing', async () => {
  const database = await createTestDatabase()
  const owner = database.pool()
  const empty = `${database.name}_empty`
  onTestFinished(async () => {
    await owner.query(`drop database ${empty} with (force)`)
    await database.drop()
  })
  await owner.query(`create database ${empty}`)
  const adminUrl = new URL(database.adminUrl)
  adminUrl.pathname = `/${empty}`
  const migrateEmpty = () => migrateAll({ adminUrl: adminUrl.href, passwords: { given: {} } })

  const { applied } = await migrateEmpty()
  const services = new Set(applied.map(name => name.split(':')[0]))
  expect([...services]).toEqual(['shared', 'products', 'me', 'booking', 'checkout', 'admin'])
  expect((await migrateEmpty()).applied).toEqual([])
})

test('<SERVICE>_DATABASE_PASSWORD gives a login role its password; no other password is set', () => {
  expect(rolePasswords({ BOOKING_DATABASE_PASSWORD: 'other', ME_DATABASE_PASSWORD: '' })).toEqual({ booking: 'other' })
  expect(rolePasswords({})).toEqual({})
})
