import { randomBytes } from 'node:crypto'
import { tolerateLosses } from '@campstore/database/lost-connections'
import pg from 'pg'
import { testServers } from './servers.ts'

/** A migrated, empty database of tests. */
export type TestDatabase = Omit<ReturnType<typeof nameTestDatabase>, 'create'>

/** Creates a database, which takes some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { create, ...database } = nameTestDatabase()
  await create()
  return database
}

/** Addresses and pools of a database that `create` makes later. */
export function nameTestDatabase() {
  const { templateUrl } = testServers()
  const template = decodeURIComponent(new URL(templateUrl).pathname.slice(1))
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const onServer = (statement: string) => maintenanceOf(templateUrl).query(statement)
  const pools: pg.Pool[] = []
  const shared = new Map<string | undefined, pg.Pool>()
  const address = (role?: string) => {
    const url = new URL(templateUrl)
    url.pathname = `/${name}`
    if (role !== undefined) Object.assign(url, { username: `campstore_${role}`, password: passwordOf(role) })
    return url.href
  }
  return {
    name,
    /** Clones the migrated template. */
    create: () => onServer(`create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`),
    /** With the owner's role. */
    adminUrl: address(),
    /** With the login role of a service, or else the owner's: `urlFor('booking')`. */
    urlFor: address,
    /** A small pool with the role of the owner or a service, the same pool each time unless settings are given; `drop` closes it. */
    pool: (service?: string, settings?: pg.PoolConfig): pg.Pool => {
      const known = settings === undefined ? shared.get(service) : undefined
      if (known !== undefined) return known
      const pool = tolerateLosses(new pg.Pool({ connectionString: address(service), max: 5, ...settings }))
      if (settings === undefined) shared.set(service, pool)
      pools.push(pool)
      return pool
    },
    drop: async (): Promise<void> => {
      shared.clear()
      await Promise.all(pools.splice(0).map(pool => pool.end()))
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}

let maintenance: pg.Pool | undefined

/** The server's database `postgres`, by one connection for all files of this process: a new one costs more than a clone. */
function maintenanceOf(templateUrl: string): pg.Pool {
  const address = Object.assign(new URL(templateUrl), { pathname: '/postgres' })
  const settings = { connectionString: address.href, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
  maintenance ??= tolerateLosses(new pg.Pool(settings))
  return maintenance
}

/** How long a service in a test waits for its database, in seconds. */
const longLimit = 300

/**
 * The address with limits that a service on a slow machine does not reach: else statements and transactions that wait their turn
 * would end as refusals. Tests of these limits, and of servers that do not answer, use the address as it is.
 */
export function withLongLimits(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  for (const limit of ['statement_timeout', 'query_timeout', 'idle_in_transaction_session_timeout'])
    url.searchParams.set(limit, String(longLimit * 1000))
  url.searchParams.set('connect_timeout', String(longLimit))
  return url.href
}

const passwordOf = (service: string): string => process.env[`${service.toUpperCase()}_DATABASE_PASSWORD`] || 'campstore'
