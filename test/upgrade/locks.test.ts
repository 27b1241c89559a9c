import { execFileSync } from 'node:child_process'
import { migrate } from '@campstore/database/migrations'
import { onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { nameTestDatabase } from '@campstore/testing/databases'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrationSources } from '../../tools/migrate.ts'
import { previousRelease } from '../../tools/releases/previous.ts'
import { unpackCommit } from '../../tools/releases/unpack.ts'

const previous = previousRelease()
const upgrades = Number(process.env.UPGRADES ?? 1)

/** How holds end, and what reads them in another order: empty tables take the same locks. */
const transactions = [
  ['booking.booking', 'booking.zone', 'booking.booking_zone', 'booking.payment_notification', 'booking.refund'],
  ['checkout.store_order', 'inventory.stock', 'checkout.payment_notification', 'checkout.refund'],
].map(tables => [
  `select from ${tables[0]} for update; select pg_sleep(0.02)`,
  ...tables.map(
    table => `with ended as (delete from ${table} where false returning 1) select pg_sleep(0.005) from ended`,
  ),
])
const reading = [
  ['select from booking.booking_zone, booking.zone, booking.booking', 'select from booking.refund, booking.booking'],
]

/** Repeats a transaction until it is told to end. A deadlock is detected at once, where PostgreSQL's default is a second. */
async function repeat(connectionString: string, statements: readonly string[], signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`set deadlock_timeout = '5ms'`)
  try {
    while (!signal.aborted) {
      await client.query('begin')
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}

// docs/architecture/locks.md: a migration takes its locks in the order of a hold.
test.skipIf(!previous)('upgrades from the release before, beside ends of holds, have no deadlock', async () => {
  const [released, upgraded] = [nameTestDatabase(), nameTestDatabase()]
  const create = (statement: string) => onMaintenanceDatabase(released.adminUrl, client => client.query(statement))
  await create(`create database ${released.name}`)
  const migrateIt = `import { migrateAll } from './tools/migrate.ts'
    await migrateAll({ adminUrl: process.env.DATABASE_ADMIN_URL, passwords: { given: {} } })`
  const env = { PATH: process.env.PATH, DATABASE_ADMIN_URL: released.adminUrl }
  const cwd = unpackCommit(previous?.commit ?? '')
  execFileSync(process.execPath, ['--input-type=module', '--eval', migrateIt], { cwd, env })
  try {
    for (let count = 0; count < upgrades; count += 1) {
      await create(`create database ${upgraded.name} template ${released.name}`)
      const end = new AbortController()
      const load = [...transactions, ...transactions, ...reading].map(statements =>
        repeat(upgraded.adminUrl, statements, end.signal),
      )
      const ended = Promise.allSettled(load)
      await migrate(upgraded.adminUrl, migrationSources, { given: {} }).finally(() => end.abort())
      expect((await ended).filter(({ status }) => status === 'rejected')).toEqual([])
      await upgraded.drop()
    }
  } finally {
    for (const database of [upgraded, released]) await database.drop()
  }
})
