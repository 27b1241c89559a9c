import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { findProgram } from '@campstore/local-servers/installed-programs'

/** pg_dump and pg_restore of one version. */
export type PostgresClients = { pgDump: string; pgRestore: string; majorVersion: number }

/** Where packages put one folder for each version. */
const versionedFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

/**
 * Finds the oldest pg_dump that can read the server: PG_DUMP, else in the PATH and in the folders of Debian and Homebrew. A
 * pg_dump reads servers of its own major version and older ones.
 *
 * @param atLeast major version of the server
 * @throws {CliError} in one line, with what was found and what to install
 */
export async function postgresClients(atLeast: number, environment: NodeJS.ProcessEnv): Promise<PostgresClients> {
  const given = environment.PG_DUMP
  const found = given ? [await clientsBeside(given)] : await clientsOfThisMachine()
  const fitting = found.filter(one => one.majorVersion >= atLeast)
  const [chosen] = fitting.sort((one, other) => one.majorVersion - other.majorVersion)
  if (chosen) return chosen
  const seen = found.map(({ pgDump, majorVersion }) => `${pgDump} is version ${majorVersion}`).join(', ')
  throw new CliError(
    `The server is PostgreSQL ${atLeast}, which needs pg_dump ${atLeast} or newer${seen ? ` (${seen})` : ''}. Install postgresql-client-${atLeast} (https://www.postgresql.org/download/), or set PG_DUMP to the path of such a pg_dump, with pg_restore beside it.`,
  )
}

/** A pg_dump that does not run, such as Debian's wrapper without a package of any version, is passed over. */
async function clientsOfThisMachine(): Promise<PostgresClients[]> {
  const found = await Promise.allSettled(programsOfThisMachine().map(clientsBeside))
  return found.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
}

function programsOfThisMachine(): string[] {
  const folders = versionedFolders.flatMap(folder => foldersIn(folder).map(name => join(folder, name, 'bin')))
  const inPath = findProgram('pg_dump')
  const inFolders = folders.map(folder => findProgramIn(folder)).filter(path => path !== undefined)
  return [...new Set([...(inPath ? [inPath] : []), ...inFolders])]
}

const findProgramIn = (folder: string): string | undefined => {
  const found = findProgram('pg_dump', [folder])
  return found !== undefined && dirname(found) === folder ? found : undefined
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @throws {CliError} when it is no pg_dump */
async function clientsBeside(pgDump: string): Promise<PostgresClients> {
  const { stdout } = await promisify(execFile)(pgDump, ['--version']).catch(error => {
    throw new CliError(`PG_DUMP is ${pgDump}, which does not run: ${messageOf(error)}`)
  })
  const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1])
  if (!majorVersion) throw new CliError(`PG_DUMP is ${pgDump}, which does not say its version but: ${stdout.trim()}`)
  return { pgDump, pgRestore: join(dirname(pgDump), basename(pgDump).replace('dump', 'restore')), majorVersion }
}
