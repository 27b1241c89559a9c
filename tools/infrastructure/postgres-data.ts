import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from './cli-error.ts'
import { prepareServerDirectory, type SystemUser } from './os-users.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { runToEnd } from './processes.ts'
import { signal, startOf } from './running-processes.ts'

/**
 * Makes sure of a data directory that the server can start on: a missing one is made, a half-made one is put aside, and a
 * server that a killed run left on it is ended.
 *
 * @throws {CliError} when it is of another major version, or belongs to another user
 */
export async function preparePostgresData(options: {
  dataDirectory: string
  log: string
  user: SystemUser | undefined
  programs: PostgresPrograms
  password: string
}): Promise<void> {
  const { dataDirectory, programs, user } = options
  quarantinePartialData(dataDirectory)
  if (!existsSync(dataDirectory)) await initialise(options)
  prepareServerDirectory(dataDirectory, user)
  const version = readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim()
  if (version !== programs.majorVersion) {
    throw new CliError(
      `${dataDirectory} holds data of PostgreSQL ${version}, this is ${programs.majorVersion}: move the folder away to begin anew, or set DATABASE_ADMIN_URL to a server that can read it`,
    )
  }
  await endForgottenServer(dataDirectory)
}

function quarantinePartialData(dataDirectory: string): void {
  if (!existsSync(dataDirectory) || existsSync(join(dataDirectory, 'PG_VERSION'))) return
  if (readdirSync(dataDirectory).length === 0) rmSync(dataDirectory, { recursive: true })
  else renameSync(dataDirectory, `${dataDirectory}.half-made-${Date.now()}`)
}

async function initialise({ dataDirectory, log, user, programs, password }: Parameters<typeof preparePostgresData>[0]) {
  // Made beside and renamed at the end, so that what carries the name is whole.
  const unfinished = join(dirname(dataDirectory), 'postgres.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  prepareServerDirectory(unfinished, user)
  const passwordFile = join(dirname(dataDirectory), 'postgres.password')
  writeFileSync(passwordFile, password, { mode: 0o644 })
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  try {
    await runToEnd({
      name: 'initdb',
      command: programs.initdb,
      args: [
        '--pgdata',
        unfinished,
        '--username',
        'postgres',
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        '--encoding',
        'UTF8',
        '--locale',
        locale,
        '--no-sync',
        '--no-instructions',
      ],
      cwd: dirname(dataDirectory),
      env: { ...process.env, LC_ALL: locale },
      user,
      output: { file: log },
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, dataDirectory)
}

/**
 * Ends a server that still runs on the directory, and removes the mark of one that does not: PostgreSQL itself refuses to
 * start when the recorded pid belongs to any process by now.
 */
async function endForgottenServer(dataDirectory: string): Promise<void> {
  const mark = join(dataDirectory, 'postmaster.pid')
  if (!existsSync(mark)) return
  const pid = Number(readFileSync(mark, 'utf8').split('\n')[0])
  const isServer = () => startOf(pid) !== undefined && commandOf(pid).includes(dataDirectory)
  if (pid > 0 && isServer()) {
    signal(pid, 'SIGINT')
    for (const deadline = Date.now() + 10_000; isServer() && Date.now() < deadline; ) await delay(100)
    if (isServer())
      throw new CliError(`a PostgreSQL that will not end runs on ${dataDirectory} (pid ${pid}): end it first`)
  }
  rmSync(mark, { force: true })
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
