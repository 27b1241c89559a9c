import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRoles, migrate } from '@campstore/database/migrations'
import { CliError } from '@campstore/local-servers/cli-error'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { createDatabaseOf, onDatabase } from '@campstore/local-servers/postgres'
import { type CheckResult, checkAll, invariants } from '../audit/audit.ts'
import { migrationSources, rolePasswords } from '../migrate.ts'
import { verifyChecksum } from './checksum.ts'
import { runClient, serverVersion } from './client-run.ts'
import { postgresClients } from './postgres-clients.ts'

export type Restored = {
  /** When the back-up was made, as pg_dump wrote it. */
  createdAt: string
  /** Migrations that are newer than the back-up, and were applied. */
  applied: string[]
  /** Migrations of the back-up that are newer than this version of campstore. */
  newer: readonly string[]
  /** Services whose role has no password. */
  withoutPassword: string[]
  /** The rules that hold in every state, with what violates them. */
  checks: CheckResult[]
}

/**
 * Restores a back-up into an empty database, which is created when it is missing: login roles, then everything in one
 * transaction, then the migrations that the back-up does not have yet. Afterwards the rules of the audit are checked.
 *
 * @param passwords of the login roles, by service; the others stay as they are
 * @throws {CliError} when the file is damaged, pg_restore refuses it, or the database is not empty
 */
export async function restore(adminUrl: string, file: string, passwords = rolePasswords()): Promise<Restored> {
  await verifyChecksum(file)
  await createDatabaseOf(adminUrl)
  const { pgRestore } = await postgresClients(await serverVersion(adminUrl))
  // Its table of contents: refused unless it is a back-up, and not of a newer pg_dump.
  const contents = await runClient(pgRestore, ['--list', file])
  await refuseFilled(adminUrl)
  await createRoles(adminUrl, migrationSources, { given: passwords })
  await restoreEntries(pgRestore, adminUrl, file, contents)
  const { applied, newer, withoutPassword } = await migrate(adminUrl, migrationSources, { given: passwords })
  const always = invariants.filter(({ holds }) => holds === 'always')
  const checks = await onDatabase(adminUrl, client => checkAll(client, always))
  const createdAt = /^; Archive created at (.+)$/m.exec(contents)?.[1] ?? 'an unknown time'
  return { createdAt, applied, newer, withoutPassword, checks }
}

/** @throws {CliError} when the database already has tables, views, functions or schemas */
async function refuseFilled(adminUrl: string): Promise<void> {
  const { rows } = await onDatabase(adminUrl, client =>
    client.query<{ name: string }>(`
      select nspname as name
      from pg_namespace
      where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'public')
      union all
      select 'public.' || relname
      from pg_class
      where relnamespace = 'public'::regnamespace
      order by name`),
  )
  if (rows.length === 0) return
  const { host, pathname } = new URL(adminUrl)
  throw new CliError(
    `The database ${pathname.slice(1)} at ${host} is not empty (${rows.map(({ name }) => name).join(', ')}). A back-up is restored into an empty database: name another one in DATABASE_ADMIN_URL, or empty the one of npm start with npm run reset.`,
  )
}

/** Restores all but default privileges, which belong to a role that may have another name here; `npm run migrate` sets them. */
async function restoreEntries(pgRestore: string, adminUrl: string, file: string, contents: string): Promise<void> {
  const list = join(temporaryServerHome(), 'entries')
  writeFileSync(list, contents.replaceAll(/^\d+; \d+ \d+ DEFAULT ACL .*$/gm, ''))
  try {
    const atOnce = ['--single-transaction', '--exit-on-error', '--no-owner']
    await runClient(pgRestore, [...atOnce, `--use-list=${list}`, file], adminUrl)
  } finally {
    rmSync(list)
  }
}
