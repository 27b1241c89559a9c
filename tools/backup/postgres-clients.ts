import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { localDirectory } from '../command.ts'

/** pg_dump and pg_restore of one version. */
export type PostgresClients = { pgDump: string; pgRestore: string; majorVersion: number }

/**
 * Finds a pg_dump that can read the server: PG_DUMP, else the one in the PATH, else, as root on Debian, the one of a newer release,
 * which is unpacked into `.local` once. A pg_dump reads servers of its own major version and older ones.
 *
 * @param atLeast major version of the server
 * @throws {CliError} in one line, with the found version and the package to install
 */
export async function postgresClients(atLeast: number, environment: NodeJS.ProcessEnv): Promise<PostgresClients> {
  const inPath = findProgram('pg_dump')
  // One that does not run, such as Debian's wrapper without a package of any version, is like none.
  const found = environment.PG_DUMP
    ? await clientsBeside(environment.PG_DUMP)
    : inPath && (await clientsBeside(inPath).catch(() => undefined))
  if (found && found.majorVersion >= atLeast) return found
  const unpacked = environment.PG_DUMP ? undefined : await unpackedClients(atLeast)
  if (unpacked) return unpacked
  const seen = found ? ` (${found.pgDump} is version ${found.majorVersion})` : ''
  throw new CliError(
    `The server is PostgreSQL ${atLeast}, which needs pg_dump ${atLeast} or newer${seen}. Install postgresql-client-${atLeast} (https://www.postgresql.org/download/), or set PG_DUMP to the path of such a pg_dump, with pg_restore next to it.`,
  )
}

/** Debian releases by the PostgreSQL whose clients they have. */
const releases: Readonly<Record<number, string>> = { 15: 'bookworm', 17: 'trixie', 18: 'forky' }

/** Nothing of the machine's own release is changed. Undefined where that is not possible, such as without a network. */
async function unpackedClients(version: number): Promise<PostgresClients | undefined> {
  const release = releases[version]
  const folder = join(localDirectory, `postgresql-client-${version}`)
  if (release === undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  if (!existsSync(folder)) {
    process.stderr.write(`Unpacking pg_dump ${version} of Debian ${release} into ${folder}, once\n`)
    mkdirSync(localDirectory, { recursive: true })
    const script = join(import.meta.dirname, 'unpack-clients.sh')
    const unpacking = promisify(execFile)(script, [String(version), release, folder], { timeout: 1_800_000 })
    if ((await unpacking.catch(() => undefined)) === undefined) return undefined
  }
  return clientsBeside(join(folder, 'bin', 'pg_dump')).catch(() => undefined)
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
