import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Context } from '../context.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { numbers } from '../workloads/choices.ts'

/** Values of `:name` in an SQL file, in addition to {@link numbers}. */
type Variables = Readonly<Record<string, string | number | undefined>>

/**
 * Runs an SQL file of this folder, each paragraph as one transaction. Throws when a variable of it has no value.
 *
 * @param variables.release root folder of another release, whose own file it is then
 */
export async function runSql(
  client: pg.Client,
  file: string,
  { release, ...variables }: Variables & { release?: string | undefined } = {},
): Promise<void> {
  const values: Variables = { ...numbers, ...variables }
  const folder = release === undefined ? import.meta.dirname : join(release, 'tools/bench/data')
  const sql = readFileSync(join(folder, `${file}.sql`), 'utf8')
  // Two colons are a cast.
  const text = sql.replaceAll(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file}.sql has a variable without a value: ${name}`)
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(value)
  })
  for (const paragraph of text.split('\n\n')) await client.query(paragraph)
}

/** Fills an empty, migrated database on a connection with the owner's role, with the same choices each time. */
export async function fillDatabase(client: pg.Client, files: readonly string[], variables: Variables): Promise<void> {
  await client.query(`
    set synchronous_commit = off;
    set maintenance_work_mem = '512MB';
    set work_mem = '128MB';
    select setseed(0.5)`)
  for (const file of files) await runSql(client, file, variables)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

/**
 * Makes a database by the migrations of this or of another release, and fills it by these files.
 *
 * @param given.customers how many there are besides the members, default none
 */
export function filledDatabase(
  { log, servers, options }: Pick<Context, 'log' | 'servers' | 'options'>,
  name: string,
  files: readonly string[],
  { customers = 0, release }: { customers?: number; release?: string | undefined } = {},
): Promise<BenchDatabase> {
  const { rows } = options
  log(`filling a database: ${files.join(', ')}, ${rows} rows`)
  const variables = { bookings: rows, orders: rows, customers, release }
  return servers.createDatabase(name, client => fillDatabase(client, files, variables), release)
}

/** How to delete the rows of a round's checkouts, so that each round meets the same database; their outbox is in the schema. */
export type Cleanup = { schema: string; files: readonly string[] }

/** What checkouts of bookings and of orders leave. */
export const bookingCleanup: Cleanup = { schema: 'booking', files: ['delete-bookings'] }
export const orderCleanup: Cleanup = { schema: 'checkout', files: ['delete-orders', 'reserve-stock'] }
