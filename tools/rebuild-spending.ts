import { localPassword } from '@campstore/core/config/local-defaults'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { roleOf } from '@campstore/database/migrations'
import { explained } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { rebuildSpending, type SpendingRebuilt } from '../services/me/src/use-cases/rebuild-spending.ts'
import { parseCommandLine, requiredAddress, runCommand, secretOrLocalDefault } from './command.ts'

/**
 * Recalculates customers' total spending from the bookings and orders that are paid.
 *
 * @param environment DATABASE_URL with the role of the me service, which needs no other rights; without it, the server of
 * DATABASE_ADMIN_URL with that role and ME_DATABASE_PASSWORD
 * @throws {CliError} in one line, when the database cannot be reached
 */
export async function rebuild(environment: NodeJS.ProcessEnv): Promise<string> {
  const connectionString = addressOf(environment)
  const pool = tolerateLosses(new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 5_000 }))
  try {
    const unreachable = 'Cannot reach the database (does it run, and is DATABASE_URL right?)'
    await pool.query('select 1').catch(explained(unreachable))
    return formatResult(await rebuildSpending({ pool, clock: () => new Date() }))
  } finally {
    await pool.end()
  }
}

function addressOf(environment: NodeJS.ProcessEnv): string {
  if (environment.DATABASE_URL) return environment.DATABASE_URL
  const address = new URL(requiredAddress(environment, 'DATABASE_ADMIN_URL'))
  address.username = roleOf('me')
  address.password = secretOrLocalDefault(environment, 'ME_DATABASE_PASSWORD', localPassword)
  return address.href
}

function formatResult({ purchases, corrected, customers }: SpendingRebuilt): string {
  const { added, changed, removed } = corrected
  const found = `Found ${purchases.bookings} paid bookings and ${purchases.orders} paid orders`
  const unknown =
    purchases.ofUnknownCustomers === 0 ? '' : `, ${purchases.ofUnknownCustomers} of them of unknown customers`
  return [
    `${found}${unknown}`,
    added + changed + removed === 0
      ? 'Purchases: no changes'
      : `Purchases: ${added} added, ${changed} corrected, ${removed} removed`,
    `Customers: ${customers} totals corrected`,
  ].join('\n')
}

if (import.meta.main) {
  await runCommand((args, environment) => {
    parseCommandLine('rebuild-spending', args, {})
    return rebuild(environment)
  })
}
