import { onDatabase } from '@campstore/local-servers/postgres'
import { createTestDatabase } from '@campstore/testing/databases'
import { expect, onTestFinished, test } from 'vitest'
import { fillDatabase, runSql } from '../data/data.ts'
import { bookingScripts, fewestScripts, orderScripts } from './checkout-scripts.ts'
import { priceOf } from './choices.ts'

/** What pgbench draws; `:n` differs from transaction to transaction. */
const drawn = {
  member: 2,
  camp: 3,
  zone: 1,
  day: 5,
  nights: 2,
  client_id: 1,
  product0: 1,
  variant0: 1,
  product1: 4,
  variant1: 2,
}
const prices = { price0: priceOf({ product: 1, variant: 1 }), price1: priceOf({ product: 4, variant: 2 }) }

/** The statements of a script, for a transaction of that number. */
function statementsOf(script: string, n: number): string {
  const values: Record<string, number> = { ...drawn, ...prices, n }
  const statements = script.split('\n').filter(line => !line.startsWith('\\set'))
  return statements.join('\n').replaceAll(/(?<!:):([a-z_]+[01]?)\b/g, (_, name: string) => String(values[name]))
}

test('the scripts of the limits take holds on the database of this version', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { name, adminUrl, urlFor: urlOf } = database
  await onDatabase(adminUrl, async client => {
    await fillDatabase(client, ['members', 'bookings', 'catalogue', 'store', 'reserve-stock'], {
      bookings: 10,
      products: 5,
      orders: 0,
    })
    await runSql(client, 'fewest')
    const scripts = [
      ...Object.values(await bookingScripts({ name, adminUrl, urlOf })),
      ...Object.values(await orderScripts({ name, adminUrl, urlOf }, 5)),
      ...Object.values(fewestScripts),
    ]
    const held = async () => {
      const { rows } = await client.query<{ count: number }>(
        `select (select count(*) from booking.booking) + (select count(*) from checkout.store_order)
          + (select count(*) from fewest.booking) as count`,
      )
      return Number(rows[0]?.count)
    }
    const before = await held()
    for (const [n, script] of scripts.entries()) await client.query(statementsOf(script, n + 1))
    expect(await held()).toBe(before + scripts.length)
  })
})
