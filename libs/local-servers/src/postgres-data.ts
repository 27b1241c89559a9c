import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from './cli-error.ts'
import { prepareServerDirectory } from './os-users.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { runToEnd, type SystemUser } from './processes.ts'
import { signal, startOf } from './running-processes.ts'

/**
 * Prepares a data directory for the server: creates a missing one, and stops a server that a killed run left running on it.
 *
 * @throws {CliError} when it belongs to another user
 */
export async function preparePostgresData(options: {
  dataDirectory: string
  log: string
  user: SystemUser | undefined
  programs: PostgresPrograms
  password: string
  /** How clients prove that they know a password. */
  authentication: 'scram-sha-256' | 'password'
}): Promise<void> {
  const { dataDirectory, user } = options
  if (!existsSync(dataDirectory)) await initialise(options)
  prepareServerDirectory(dataDirectory, user)
  await stopOrphanedServer(dataDirectory)
}

async function initialise(options: Parameters<typeof preparePostgresData>[0]) {
  const { dataDirectory, log, user, programs, password, authentication } = options
  // Created under another name and renamed at the end, so that a directory of the final name is complete.
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
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        `--auth=${authentication}`,
        '--encoding=UTF8',
        `--locale=${locale}`,
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
 * Stops a server that still runs on the directory, and removes the pid file of one that does not: PostgreSQL refuses to start
 * when the recorded pid now belongs to any other process.
 */
export async function stopOrphanedServer(dataDirectory: string): Promise<void> {
  const pidFile = join(dataDirectory, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const isServer = () => startOf(pid) !== undefined && commandOf(pid).includes(dataDirectory)
  if (pid > 0 && isServer()) {
    signal(pid, 'SIGINT')
    if (!(await within(longestStopMs, () => !isServer())))
      throw new CliError(`PostgreSQL still runs on ${dataDirectory} and does not stop (pid ${pid}). Stop it first.`)
  }
  await killOrphanedBackends(dataDirectory)
  rmSync(pidFile, { force: true })
}

/**
 * Kills processes that a killed server left running on the directory: a process that is busy with a statement ends only after it, and
 * PostgreSQL refuses to start next to it. On systems without /proc they are not found, and the start fails until they have ended.
 */
async function killOrphanedBackends(dataDirectory: string): Promise<void> {
  for (const pid of backendsOn(dataDirectory)) signal(pid, 'SIGKILL')
  if (await within(longestStopMs, () => backendsOn(dataDirectory).length === 0)) return
  const left = backendsOn(dataDirectory).join(', ')
  throw new CliError(
    `Processes of PostgreSQL still run on ${dataDirectory} and do not end (pid ${left}). Stop them first.`,
  )
}

/** The processes of a server, other than its first one, that work in the directory. */
function backendsOn(dataDirectory: string): number[] {
  if (!existsSync('/proc')) return []
  const directory = realpathSync(dataDirectory)
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && commandOf(pid).startsWith('postgres: ') && workingDirectoryOf(pid) === directory)
}

/** A busy machine may need this long to end processes that a killed run has left, in milliseconds. */
const longestStopMs = 300_000

async function within(ms: number, condition: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + ms; !condition() && Date.now() < deadline; ) await delay(50)
  return condition()
}

const commandOf = (pid: number): string => readOr('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

const workingDirectoryOf = (pid: number): string => readOr('', () => readlinkSync(`/proc/${pid}/cwd`))

/** What is read of a process, unless it has ended or belongs to another user. */
function readOr(missing: string, read: () => string): string {
  try {
    return read()
  } catch {
    return missing
  }
}
