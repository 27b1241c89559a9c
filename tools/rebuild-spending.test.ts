import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { insertCustomer } from '@campstore/testing/rows'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScenario } from '../services/me/src/testing/scenario.ts'
import { rebuild } from './rebuild-spending.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('tells what it found and what it changed; a second time there is nothing left to change', async () => {
  const owner = database.pool()
  const set = createScenario(owner)
  const customer = await insertCustomer(owner)
  await set.paidBooking(customer)
  await set.paidOrder(customer)
  const environment = { DATABASE_URL: database.urlFor('me') }
  expect(await rebuild(environment)).toBe(
    'found 1 paid bookings and 1 paid orders\npurchases: 2 added, 0 corrected, 0 removed\ncustomers: 1 had another total',
  )
  expect(await rebuild(environment)).toBe(
    'found 1 paid bookings and 1 paid orders\npurchases: all were there\ncustomers: 0 had another total',
  )
})

test('with the address of the owner it still has no more rights than the me service', async () => {
  const owner = database.pool()
  await createScenario(owner).paidOrder({ customerId: 'nobody' })
  await owner.query('revoke select on checkout.paid_order from campstore_me')
  const environment = { DATABASE_ADMIN_URL: database.adminUrl, ME_DATABASE_PASSWORD: process.env.ME_DATABASE_PASSWORD }
  await expect(rebuild(environment)).rejects.toMatchObject({ code: '42501' })
})

test('purchases of customers who are not there are told', async () => {
  await createScenario(database.pool()).paidOrder({ customerId: 'nobody' })
  expect(await rebuild({ DATABASE_URL: database.urlFor('me') })).toContain(
    'found 0 paid bookings and 1 paid orders; 1 of them are of customers who are not there',
  )
})

test('a database that is away is one line, and says what to look at', async () => {
  const away = { DATABASE_URL: 'postgres://campstore_me:campstore@127.0.0.1:1/campstore' }
  await expect(rebuild(away)).rejects.toThrow(/^cannot reach the database .*DATABASE_URL.*ECONNREFUSED/)
})
