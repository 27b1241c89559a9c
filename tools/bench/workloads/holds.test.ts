import { onDatabase } from '@campstore/local-servers/postgres'
import { createTestDatabase } from '@campstore/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import { fillDatabase, runSql } from '../data/data.ts'
import { fewestHolds, ownHolds, ownOrders } from './holds.ts'

test('the data and the holds of the benchmarks fit the database of this version', async () => {
  const { name, adminUrl, urlFor: urlOf, drop } = await createTestDatabase()
  onTestFinished(drop)
  await onDatabase(adminUrl, async client => {
    const files = ['members', 'bookings', 'catalogue', 'store', 'reserve-stock']
    await fillDatabase(client, files, { bookings: 10, orders: 10, customers: 2 })
    await runSql(client, 'fewest')
    await ownHolds({ name, adminUrl, urlOf }, 2)
    await fewestHolds({ name, adminUrl, urlOf }, 2)
    await ownOrders({ name, adminUrl, urlOf }, 2)
    const { rows } = await client.query(
      `select (select count(*)::integer from booking.booking) as own, (select count(*)::integer from fewest.booking) as fewest,
         (select count(*)::integer from checkout.store_order) as orders`,
    )
    expect(rows).toEqual([{ own: 12, fewest: 12, orders: 12 }])
  })
})
