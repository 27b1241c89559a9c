import { fileURLToPath } from 'node:url'
import { roleOf } from '@campstore/database/migrations'
import { CliError, formatError, messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { rebuildSpending, type SpendingRebuilt } from '../services/me/src/use-cases/rebuild-spending.ts'

/**
 * Makes what every customer has spent anew, from the bookings and orders that are paid.
 *
 * @param environment DATABASE_URL with the role of the me service, which is all it needs; without one, the server of
 * DATABASE_ADMIN_URL with that role and ME_DATABASE_PASSWORD
 * @returns what it found and what it changed, as lines for a terminal
 * @throws {CliError} in one line, when the database cannot be reached
 */
export async function rebuild(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const pool = new pg.Pool({ connectionString: addressOf(environment), max: 1, connectionTimeoutMillis: 5_000 })
  // A connection that is lost while it is idle, or ends, has nobody else to tell.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  try {
    await reached(pool)
    return reportOf(await rebuildSpending({ pool, clock: () => new Date() }))
  } finally {
    await pool.end()
  }
}

function addressOf(environment: NodeJS.ProcessEnv): string {
  if (environment.DATABASE_URL) return environment.DATABASE_URL
  const address = new URL(environment.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore')
  address.username = roleOf('me')
  address.password = environment.ME_DATABASE_PASSWORD || 'campstore'
  return address.href
}

async function reached(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw new CliError(`cannot reach the database (is it running, is DATABASE_URL right?): ${messageOf(error)}`)
  }
}

function reportOf({ purchases, corrected, customers }: SpendingRebuilt): string {
  const { added, changed, removed } = corrected
  const found = `found ${purchases.bookings} paid bookings and ${purchases.orders} paid orders`
  const unknown = `${purchases.ofUnknownCustomers} of them are of customers who are not there`
  return [
    purchases.ofUnknownCustomers === 0 ? found : `${found}; ${unknown}`,
    added + changed + removed === 0
      ? 'purchases: all were there'
      : `purchases: ${added} added, ${changed} corrected, ${removed} removed`,
    `customers: ${customers} had another total`,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await rebuild()}\n`)
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 1
  }
}
