import { insertCustomer } from '@campstore/testing/rows'
import { useDatabase } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { createScenario } from '../services/me/src/testing/scenario.ts'
import { rebuild } from './rebuild-spending.ts'

const database = useDatabase('each test')

test('reports what it found and changed; a second run changes nothing', async () => {
  const owner = database.pool()
  const set = createScenario(owner)
  const customer = await insertCustomer(owner)
  await set.paidBooking(customer)
  await set.paidOrder(customer)
  const environment = { DATABASE_URL: database.urlFor('me') }
  expect(await rebuild(environment)).toBe(
    'Found 1 paid bookings and 1 paid orders\nPurchases: 2 added, 0 corrected, 0 removed\nCustomers: 1 totals corrected',
  )
  expect(await rebuild(environment)).toBe(
    'Found 1 paid bookings and 1 paid orders\nPurchases: no changes\nCustomers: 0 totals corrected',
  )
})

test("with the owner's address it has only the rights of the me service", async () => {
  const owner = database.pool()
  await createScenario(owner).paidOrder({ customerId: 'customer-unknown' })
  await owner.query('revoke select on checkout.paid_order from campstore_me')
  const environment = { DATABASE_ADMIN_URL: database.adminUrl, ME_DATABASE_PASSWORD: process.env.ME_DATABASE_PASSWORD }
  await expect(rebuild(environment)).rejects.toMatchObject({ code: '42501' })
})
