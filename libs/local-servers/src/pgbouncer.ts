import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CliError } from './cli-error.ts'
import { findOrInstall } from './installed-programs.ts'
import { prepareServerDirectory, serverUser } from './os-users.ts'
import { startProcess, untilReady } from './processes.ts'

export type PgbouncerServer = Awaited<ReturnType<typeof startPgbouncer>>

/** What PgBouncer is in front of, and as whom its clients log in. */
export type PgbouncerOptions = {
  dataDirectory: string
  port: number
  /** Addresses of one database, each with another role. */
  databaseUrls: readonly string[]
  /** Most connections to PostgreSQL of each role. */
  poolSize: number
}

const sharedSettings = fileURLToPath(new URL('pgbouncer.ini', import.meta.url))
const console = { user: 'console', password: 'console' }

/** Finds PgBouncer on this machine, or installs it where that is possible. */
export const findPgbouncer = () => findOrInstall('pgbouncer')

/**
 * Starts a private PgBouncer in transaction mode with the settings of `pgbouncer.ini`.
 *
 * @throws {CliError} when it is not installed or does not start
 */
export async function startPgbouncer(options: PgbouncerOptions) {
  const { dataDirectory, port } = options
  const program = await findPgbouncer()
  if (program === undefined) throw new CliError('PgBouncer is not installed. Install it (Debian: pgbouncer).')
  const user = serverUser('postgres')
  prepareServerDirectory(dataDirectory, user)
  const settings = join(dataDirectory, 'settings.ini')
  writeFileSync(join(dataDirectory, 'users.txt'), userList(options.databaseUrls))
  writeFileSync(settings, settingsOf(options))
  const log = join(dataDirectory, 'pgbouncer.log')
  const server = startProcess({
    name: 'PgBouncer',
    command: program,
    args: [settings],
    cwd: dataDirectory,
    user,
    output: { file: log },
    stopSignal: 'SIGINT',
  })
  const command = (text: string) => runCommand(port, text)
  await untilReady(server, { answers: async () => (await command('show version')).length > 0, log })
  return {
    /** Runs a command of its console, such as `reload` or `show pools`. */
    command,
    /** The same address, at PgBouncer. */
    urlOf: (databaseUrl: string) => Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    stop: server.stop,
  }
}

function userList(databaseUrls: readonly string[]): string {
  const users = databaseUrls.map(url => new URL(url)).map(({ username, password }) => [username, password])
  return [...users, [console.user, console.password]].map(([name, password]) => `"${name}" "${password}"\n`).join('')
}

function settingsOf({ databaseUrls, dataDirectory, port, poolSize }: PgbouncerOptions): string {
  const { hostname, port: serverPort, pathname } = new URL(databaseUrls[0] ?? '')
  const timeouts = "set statement_timeout = ''8s''; set idle_in_transaction_session_timeout = ''5s''"
  return `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort} connect_query='${timeouts}'
[pgbouncer]
%include ${sharedSettings}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${join(dataDirectory, 'users.txt')}
admin_users = ${console.user}
default_pool_size = ${poolSize}
max_client_conn = 500
`
}

async function runCommand(port: number, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ ...console, host: '127.0.0.1', port, database: 'pgbouncer' })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(text)).rows ?? []
  } finally {
    await client.end()
  }
}
