import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CliError } from '@campstore/local-servers/cli-error'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { localDirectory } from '../command.ts'

export type PostgresClients = { pgDump: string; pgRestore: string; majorVersion: number }

/**
 * Finds a pg_dump that can read the server: the one in the PATH, else, as root on Debian, the one of a newer release,
 * which is unpacked into `.local` once. A pg_dump reads servers of its own major version and older ones.
 *
 * @throws {CliError} in one line, with the found version and the package to install
 */
export async function postgresClients(atLeast: number, path = findProgram('pg_dump')): Promise<PostgresClients> {
  const found = path && (await clientsBeside(path))
  if (found && found.majorVersion >= atLeast) return found
  const unpacked = await unpackedClients(atLeast)
  if (unpacked) return unpacked
  const seen = found ? ` (${found.pgDump} is version ${found.majorVersion})` : ''
  throw new CliError(
    `The server is PostgreSQL ${atLeast}, which needs pg_dump ${atLeast} or newer${seen}. Install postgresql-client-${atLeast} (https://www.postgresql.org/download/), or put the folder of such a pg_dump first in the PATH.`,
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
  return clientsBeside(join(folder, 'bin', 'pg_dump'))
}

/** Undefined where it is not a pg_dump that runs, such as Debian's wrapper without a package of any version. */
async function clientsBeside(pgDump: string): Promise<PostgresClients | undefined> {
  const stdout = await promisify(execFile)(pgDump, ['--version']).then(
    done => done.stdout,
    () => '',
  )
  const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1])
  if (!majorVersion) return undefined
  return { pgDump, pgRestore: join(dirname(pgDump), basename(pgDump).replace('dump', 'restore')), majorVersion }
}
