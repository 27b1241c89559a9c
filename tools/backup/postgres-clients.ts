import { execFile } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { findProgram } from '@campstore/local-servers/installed-programs'

/** pg_dump and pg_restore of one version. */
export type PostgresClients = { pgDump: string; pgRestore: string; majorVersion: number }

/**
 * Finds a pg_dump that can read the server: PG_DUMP, else the one in the PATH. A pg_dump reads servers of its own major version and
 * older ones.
 *
 * @param atLeast major version of the server
 * @throws {CliError} in one line, with what was found and what to install
 */
export async function postgresClients(atLeast: number, environment: NodeJS.ProcessEnv): Promise<PostgresClients> {
  const inPath = findProgram('pg_dump')
  // One that does not run, such as Debian's wrapper without a package of any version, is like none.
  const found = environment.PG_DUMP
    ? await clientsBeside(environment.PG_DUMP)
    : inPath && (await clientsBeside(inPath).catch(() => undefined))
  if (found && found.majorVersion >= atLeast) return found
  const seen = found ? ` (${found.pgDump} is version ${found.majorVersion})` : ''
  throw new CliError(
    `The server is PostgreSQL ${atLeast}, which needs pg_dump ${atLeast} or newer${seen}. Install postgresql-client-${atLeast} (https://www.postgresql.org/download/), or set PG_DUMP to the path of such a pg_dump, with pg_restore beside it.`,
  )
}

/** @throws {CliError} when it is not a pg_dump */
async function clientsBeside(pgDump: string): Promise<PostgresClients> {
  const { stdout } = await promisify(execFile)(pgDump, ['--version']).catch(error => {
    throw new CliError(`PG_DUMP is ${pgDump}, which does not run: ${messageOf(error)}`)
  })
  const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1])
  if (!majorVersion) throw new CliError(`PG_DUMP is ${pgDump}, which does not say its version but: ${stdout.trim()}`)
  return { pgDump, pgRestore: join(dirname(pgDump), basename(pgDump).replace('dump', 'restore')), majorVersion }
}
