import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isLockFailure } from './errors.ts'
import { type MigrationFile, readMigrationFiles, type SqlFiles } from './migration-files.ts'
import { newerMigrations, recordTable } from './schema-state.ts'

/** A service's part of the database: the schemas it owns and its SQL files. */
export type MigrationSource = SqlFiles & {
  service: string
  /** Schemas the service's login role may write; the first one keeps the record of applied files. */
  schemas: readonly [string, ...string[]]
}

/** The schema `shared`, which all services use and none owns. */
const sharedSchema = { name: 'shared', folder: new URL('../sql/', import.meta.url) }

export const roleOf = (service: string): string => `campstore_${service}`

export type RolePasswords = {
  /** By service: set, even if the role had another before. */
  given: Readonly<Record<string, string>>
  /** For a role that has none; left out, such a role stays without one and cannot log in with a password. */
  initial?: string
}

export type Migrated = {
  applied: string[]
  /** Services whose role is known to have no password. */
  withoutPassword: string[]
  /** Migrations of a newer version, {@link newerMigrations}: then nothing was applied. */
  newer: string[]
}

/** Advisory lock of a migrate, so that two at once run one after the other. */
const migrationLock = 7_206_501
const lockPollMs = 200

/**
 * How long a migration waits for a lock before it releases its own, as requests wait for these meanwhile: shorter than the
 * second after which PostgreSQL ends a deadlock, which could fail a request. And the pause before the next attempt.
 */
const lockTimeoutMs = 500
const lockPauseMs = 1_000

/**
 * How long a migration waits for each view after the first one. `create or replace view` has no `nowait`; this is the shortest timeout.
 * PostgreSQL looks for a deadlock once while a reader waits for the first view: at that moment the migration should not wait for a
 * view that the reader has locked.
 */
const laterViewsTimeoutMs = 1

/**
 * Brings a database up to date: login roles, schemas, extensions, then each service's pending migrations in the order given.
 * May be run again at any time, and by several processes at once. A database of a newer version gets roles and passwords only.
 * Throws when a migration that was applied has changed.
 *
 * @param adminUrl address with the role that owns everything
 * @param passwords by service; a role gets one only when it is named here, and is otherwise left as it is
 */
export const migrate = async (
  adminUrl: string,
  sources: readonly MigrationSource[],
  passwords: RolePasswords,
): Promise<Migrated> =>
  whileLocked(adminUrl, async admin => {
    const parts = [
      { ...sharedSchema, schema: sharedSchema.name },
      ...sources.map(({ service, schemas, ...files }) => ({ name: service, schema: schemas[0], ...files })),
    ]
    const withoutPassword = await prepareRoles(admin, sources, passwords)
    const newer = await newerMigrations(admin, parts)
    if (newer.length > 0) return { applied: [], withoutPassword, newer }
    await prepareSchemas(admin, sources)
    await endForgottenTransactions(admin)
    const shared = await applyFiles(admin, sharedSchema.name, sharedSchema)
    const applied = shared.map(name => `${sharedSchema.name}: ${name}`)
    for (const { service, schemas, ...files } of sources) {
      const names = await applyFiles(admin, schemas[0], files)
      applied.push(...names.map(name => `${service}: ${name}`))
      await protectRecord(admin, schemas[0], roleOf(service))
    }
    return { applied, withoutPassword, newer }
  })

/** Creates the login roles that are missing, as {@link migrate} does, for a database that is restored with their grants. */
export const createRoles = (
  adminUrl: string,
  sources: readonly MigrationSource[],
  passwords: RolePasswords,
): Promise<string[]> => whileLocked(adminUrl, admin => prepareRoles(admin, sources, passwords))

async function whileLocked<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl })
  // The query that is under way fails with the same error.
  admin.on('error', () => {})
  await admin.connect()
  try {
    await acquireMigrationLock(admin)
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/**
 * Asks again and again: a statement that waits for the lock keeps its snapshot, for which a `create index concurrently` of the
 * process that has the lock would wait in turn.
 */
async function acquireMigrationLock(admin: pg.Client): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as acquired'
  while (!(await admin.query<{ acquired: boolean }>(text, [migrationLock])).rows[0]?.acquired) await wait(lockPollMs)
}

async function prepareRoles(
  admin: pg.Client,
  sources: readonly MigrationSource[],
  { given, initial }: RolePasswords,
): Promise<string[]> {
  const withoutPassword: string[] = []
  for (const { service } of sources) {
    const role = roleOf(service)
    const lacking = await createOrFind(admin, role)
    const password = given[service] ?? (lacking ? initial : undefined)
    if (password !== undefined) await admin.query(`alter role ${role} password ${admin.escapeLiteral(password)}`)
    else if (lacking) withoutPassword.push(service)
  }
  return withoutPassword
}

/** @returns whether the role is known to have no password; of a role that was there only a superuser can know */
async function createOrFind(admin: pg.Client, role: string): Promise<boolean> {
  const known = await admin.query('select from pg_roles where rolname = $1', [role])
  if (known.rowCount === 0) {
    await admin.query(`create role ${role} login`)
    return true
  }
  const { rows } = await admin.query<{ readable: boolean }>(
    `select has_table_privilege('pg_catalog.pg_authid', 'select') as readable`,
  )
  if (!rows[0]?.readable) return false
  const without = await admin.query('select from pg_authid where rolname = $1 and rolpassword is null', [role])
  return without.rowCount === 1
}

async function prepareSchemas(admin: pg.Client, sources: readonly MigrationSource[]): Promise<void> {
  await admin.query('create extension if not exists btree_gist')
  await admin.query('create extension if not exists pg_trgm')
  await admin.query('revoke create on schema public from public')
  await admin.query('alter default privileges revoke execute on functions from public')
  await admin.query(`create schema if not exists ${sharedSchema.name}`)
  for (const { service, schemas } of sources) {
    const role = roleOf(service)
    await admin.query(`grant usage on schema ${sharedSchema.name} to ${role}`)
    await admin.query(`alter default privileges in schema ${sharedSchema.name} grant execute on functions to ${role}`)
    for (const schema of schemas) {
      await admin.query(`create schema if not exists ${schema}`)
      await admin.query(`grant usage on schema ${schema} to ${role}`)
      await admin.query(
        `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
      )
      await admin.query(`alter default privileges in schema ${schema} grant usage on sequences to ${role}`)
      await admin.query(`alter default privileges in schema ${schema} grant execute on functions to ${role}`)
    }
  }
}

/**
 * A transaction that somebody has forgotten, at psql or in a tool, keeps locks that payments and checkouts wait for. A minute is
 * enough to type the next statement. A value that the operator has given the database stays; it is a property of the database and
 * not of its contents, so a restored one gets it here.
 */
async function endForgottenTransactions(admin: pg.Client): Promise<void> {
  const setting = 'idle_in_transaction_session_timeout'
  const { rows } = await admin.query<{ name: string }>(
    `select quote_ident(current_database()) as name
     where not exists (
       select from pg_db_role_setting
       join pg_database on pg_database.oid = setdatabase
       where datname = current_database() and setrole = 0 and array_to_string(setconfig, ' ') like $1
     )`,
    [`%${setting}=%`],
  )
  for (const { name } of rows) await admin.query(`alter database ${name} set ${setting} = '60s'`)
}

/** A service reads which files were applied, at every moment; only the owner writes it. Both statements are one transaction. */
async function protectRecord(admin: pg.Client, schema: string, role: string): Promise<void> {
  const table = recordTable(schema)
  await admin.query(`revoke insert, update, delete on ${table} from ${role}; grant select on ${table} to ${role}`)
}

/**
 * Applies pending files: new migrations, each in a transaction of its own, then, in another, functions and views whose last applied
 * version is another one. Another, because a reader locks a view before its tables, and would deadlock with a transaction that has
 * changed a table and then replaces the view. PostgreSQL runs alone, one by one, the statements of a migration that begins with
 * `-- outside of a transaction`, such as `create index concurrently`; an empty line separates them. A run that failed begins again
 * with the first. Throws when a migration that was applied has changed. Returns names of the files that were applied.
 */
async function applyFiles(admin: pg.Client, schema: string, files: SqlFiles): Promise<string[]> {
  const { migrations, repeatables } = await readMigrationFiles(files)
  const lastApplied = await readRecord(admin, schema)
  refuseChanges(schema, migrations, lastApplied)
  const isPending = ({ name, checksum }: MigrationFile): boolean => lastApplied.get(name)?.checksum !== checksum
  const newMigrations = migrations.filter(isPending)
  // A migration may have dropped objects that depend on a changed table, also one whose run ended before it created them again.
  const isOutdated = ({ name }: MigrationFile): boolean => !lastApplied.get(name)?.followsMigrations
  const changedFiles = repeatables.filter(file => newMigrations.length > 0 || isPending(file) || isOutdated(file))
  for (const migration of newMigrations) await applyMigration(admin, schema, migration, files.lockedFirst)
  await untilUnlocked(admin, async () => {
    await admin.query('set local check_function_bodies = off')
    for (const file of changedFiles) {
      await run(admin, schema, file)
      await record(admin, schema, file)
      if (file.name.includes('views/')) await admin.query(`set local lock_timeout = ${laterViewsTimeoutMs}`)
    }
  })
  return [...newMigrations, ...changedFiles].map(({ name }) => name)
}

/** Begins a transaction that waits for a lock only briefly. */
const begin = (admin: pg.Client): Promise<unknown> => admin.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)

/** Runs work in a transaction, all or nothing, again while a long transaction, such as a back-up, keeps something locked. */
async function untilUnlocked(admin: pg.Client, work: () => Promise<void>): Promise<void> {
  for (;;) {
    await begin(admin)
    try {
      await work()
      await admin.query('commit')
      return
    } catch (error) {
      await admin.query('rollback').catch(() => {})
      if (!isLockFailure(error)) throw error
    }
    await wait(lockPauseMs)
  }
}

async function applyMigration(
  admin: pg.Client,
  schema: string,
  migration: MigrationFile,
  lockedFirst = '',
): Promise<void> {
  if (migration.sql.startsWith('-- outside of a transaction')) {
    while (!(await runUnlocked(admin, schema, migration))) await wait(lockPauseMs)
    await record(admin, schema, migration)
    return
  }
  await untilUnlocked(admin, async () => {
    await lockTables(admin, schema, migration.sql, lockedFirst)
    await run(admin, schema, migration)
    await record(admin, schema, migration)
  })
}

/**
 * Takes all locks of a migration before it does anything, as a hold does (docs/architecture/locks.md). The migration waits only for the
 * first lock, so it cannot deadlock with a transaction, even with one that takes locks in another order. If a later table is in use,
 * the migration releases everything and begins again. Each table that the file names counts, also in the body of a function.
 *
 * @param lockedFirst the table that transactions lock before the others
 */
async function lockTables(admin: pg.Client, schema: string, sql: string, lockedFirst: string): Promise<void> {
  const text = sql.replaceAll(/--.*$/gm, '')
  const names = new Set(text.match(/\b[a-z_]\w*\.[a-z_]\w*|\b[a-z_]\w*\b(?!\.)/g)?.map(name => qualified(schema, name)))
  const changed = [...text.matchAll(/\b(?:alter|drop|truncate)\s+table\s+(?:if\s+exists\s+)?(?<name>[\w.]+)/g)].map(
    ({ groups }) => qualified(schema, groups?.name ?? ''),
  )
  const { rows } = await admin.query<{ name: string; mode: string }>(
    `select nspname || '.' || relname as name,
       case when nspname || '.' || relname = any ($2) then 'access exclusive' else 'share row exclusive' end as mode
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname !~ '^(pg_|information_schema$)' and nspname || '.' || relname = any ($1)
     order by nspname || '.' || relname <> $3, pg_class.oid`,
    [[...names], changed, lockedFirst],
  )
  for (const [place, { name, mode }] of rows.entries())
    await admin.query(`lock table ${name} in ${mode} mode ${place === 0 ? '' : 'nowait'}`)
}

const qualified = (schema: string, name: string): string => (name.includes('.') ? name : `${schema}.${name}`)

/** A statement for whose locks requests wait while it waits for one itself. */
const blocking = /^(?:alter table|do|update)\b/m

/**
 * Runs repeatable statements one by one. A {@link blocking} one waits for a lock only briefly; the build of an index waits for
 * transactions and blocks none. Returns false where another transaction, such as a back-up, keeps the lock, or PostgreSQL has
 * ended a deadlock.
 */
async function runUnlocked(admin: pg.Client, schema: string, migration: MigrationFile): Promise<boolean> {
  await dropInvalidIndexes(admin, migration.sql)
  try {
    for (const sql of migration.sql.split(';\n\n')) {
      await admin.query(`set lock_timeout = ${blocking.test(sql) ? lockTimeoutMs : 0}`)
      await run(admin, schema, { ...migration, sql })
    }
    return true
  } catch (error) {
    if (error instanceof Error && isLockFailure(error.cause)) return false
    throw error
  } finally {
    await admin.query('reset lock_timeout')
  }
}

const concurrentIndex =
  /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(?<index>\S+)\s+on\s+(?<table>[\w.]+)/

/** A concurrent build of the file that failed, or was interrupted, leaves an invalid index of that name, `_ccnew` after it for `reindex`. */
async function dropInvalidIndexes(admin: pg.Client, sql: string): Promise<void> {
  const { index, table } = concurrentIndex.exec(sql)?.groups ?? {}
  const rebuilt = [...sql.matchAll(/^reindex index concurrently (?<name>[\w.]+)/gm)].map(({ groups }) => groups?.name)
  const { rows } = await admin.query<{ name: string }>(
    `select indexrelid::regclass::text as name
     from pg_index
     join pg_class on pg_class.oid = indexrelid
     where not indisvalid and (relname = $1 and indrelid = to_regclass($2) or indexrelid::regclass::text ~ $3)`,
    [index, table, `^(?:${rebuilt.join('|')})_cc(?:new|old)\\d*$`],
  )
  for (const { name } of rows) await admin.query(`drop index concurrently ${name}`)
}

async function run(admin: pg.Client, schema: string, { name, sql }: MigrationFile): Promise<void> {
  try {
    await admin.query(sql)
  } catch (error) {
    throw new Error(`${schema}: ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

type LastVersion = {
  checksum: string
  /** Whether it was applied after every migration. */
  followsMigrations: boolean
}

/** The version of each file that was applied last, by its name. */
async function readRecord(admin: pg.Client, schema: string): Promise<Map<string, LastVersion>> {
  await admin.query(`
    create table if not exists ${recordTable(schema)} (
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (name, checksum)
    )`)
  const { rows } = await admin.query<LastVersion & { name: string }>(
    `select
       name,
       checksum,
       coalesce(applied_at >= max(applied_at) filter (where name ~ '(^|/)migrations/') over (), true) as "followsMigrations"
     from ${recordTable(schema)}
     order by applied_at`,
  )
  return new Map(rows.map(({ name, ...version }) => [name, version]))
}

const record = (admin: pg.Client, schema: string, { name, checksum }: MigrationFile) =>
  admin.query(
    `insert into ${recordTable(schema)} (name, checksum, applied_at) values ($1, $2, now())
     on conflict (name, checksum) do update set applied_at = excluded.applied_at`,
    [name, checksum],
  )

function refuseChanges(
  schema: string,
  migrations: readonly MigrationFile[],
  lastApplied: ReadonlyMap<string, LastVersion>,
): void {
  for (const { name, checksum } of migrations) {
    const known = lastApplied.get(name)?.checksum
    if (known !== undefined && known !== checksum) {
      throw new Error(
        `${schema}: ${name} has changed since it was applied to this database. Restore it and add a new migration instead.`,
      )
    }
  }
}
