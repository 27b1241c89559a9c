import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
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
  const installed = await clientsBeside(installedAt(atLeast))
  if (installed) return installed
  const unpacked = await unpackedClients(atLeast)
  if (unpacked) return unpacked
  const seen = found ? ` (${found.pgDump} is version ${found.majorVersion})` : ''
  throw new CliError(
    `The server is PostgreSQL ${atLeast}, which needs pg_dump ${atLeast} or newer${seen}. Install postgresql-client-${atLeast} (https://www.postgresql.org/download/), or put the folder of such a pg_dump first in the PATH.`,
  )
}

/** Debian releases by the PostgreSQL whose clients they have. */
const releases: Readonly<Record<number, string>> = { 15: 'bookworm', 17: 'trixie', 18: 'forky' }

/** Debian's own packages, `postgresql-client-17`, in the folder where they install it. */
const installedAt = (version: number): string => `/usr/lib/postgresql/${version}/bin/pg_dump`

/**
 * Downloads the clients from the machine's release, where that has them, else from the one that does. Nothing of the machine's own
 * release is changed. Undefined where that is not possible, such as without a network; then the reason is on standard error.
 */
async function unpackedClients(version: number): Promise<PostgresClients | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const folder = join(localDirectory, `postgresql-client-${version}`)
  if (!existsSync(folder)) {
    const release = (await ownReleaseWith(version)) ?? releases[version]
    if (release === undefined) return undefined
    process.stderr.write(`Unpacking pg_dump ${version} of Debian ${release} into ${folder}, once\n`)
    mkdirSync(localDirectory, { recursive: true })
    const script = join(import.meta.dirname, 'unpack-clients.sh')
    const unpacking = promisify(execFile)(script, [String(version), release, folder], { timeout: 1_800_000 })
    const failure = await unpacking.then(() => undefined, lastLineOf)
    if (failure !== undefined)
      process.stderr.write(`Cannot unpack pg_dump ${version} of Debian ${release}: ${failure}\n`)
    if (failure !== undefined) return undefined
  }
  return clientsBeside(join(folder, 'bin', 'pg_dump'))
}

/** The last line that a failed script wrote, or its message. */
const lastLineOf = (error: Error & { stderr?: string }): string =>
  (error.stderr ?? '').trim().split('\n').at(-1) || error.message

/** The release of this machine, if its package lists have the clients. */
async function ownReleaseWith(version: number): Promise<string | undefined> {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  const found = await promisify(execFile)('apt-cache', ['show', `postgresql-client-${version}`]).catch(() => undefined)
  return found && release
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
