import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CliError } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import pg from 'pg'

const maxOutput = 256 * 1024 ** 2
const stopSignals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs pg_dump or pg_restore, which ends when this process is asked to stop. The password goes by the environment, because everybody
 * on the machine sees the arguments of a process.
 *
 * @throws {CliError} with its last message
 */
export async function runClient(program: string, args: readonly string[], adminUrl?: string): Promise<string> {
  const { database, password } = adminUrl === undefined ? { database: [] } : loginOf(adminUrl)
  // Listened for before the client starts: a signal may come at once.
  let client: ChildProcess | undefined
  const stop = () => void client?.kill()
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    const run = promisify(execFile)(program, [...database, ...args], {
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
      maxBuffer: maxOutput,
    })
    client = run.child
    return (await run).stdout
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new CliError(`${program} failed: ${stderr.split('\n').slice(0, 5).join('\n') || String(error)}`)
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
}

function loginOf(adminUrl: string): { database: string[]; password: string | undefined } {
  const url = new URL(adminUrl)
  url.password = ''
  url.searchParams.delete('password')
  return { database: ['--no-password', `--dbname=${url.href}`], password: new pg.Client(adminUrl).password }
}

/** The major version of a server. */
export async function serverVersion(adminUrl: string): Promise<number> {
  const read = onDatabase(adminUrl, client => client.query<{ server_version_num: string }>('show server_version_num'))
  return Math.trunc(Number((await read).rows[0]?.server_version_num) / 10_000)
}
