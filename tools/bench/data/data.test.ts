import { onDatabase } from '@campstore/local-servers/postgres'
import { createTestDatabase } from '@campstore/testing/databases'
import { onTestFinished, test } from 'vitest'
import { bookingCleanup, cleanUp, fillDatabase, orderCleanup } from './data.ts'

test('the data of the benchmarks fit the database of this version', async () => {
  const { adminUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  await onDatabase(adminUrl, async client => {
    const files = ['members', 'bookings', 'catalogue', 'store', 'reserve-stock']
    await fillDatabase(client, files, { bookings: 10, products: 40, orders: 10, customers: 2 })
    for (const cleanup of [bookingCleanup, orderCleanup]) await cleanUp(client, cleanup)
  })
})
