import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'

/** A service's part of the database: the schemas it owns and the folder of its migrations. */
export type MigrationSource = {
  service: string
  /** Schemas the service's login role may write; the first one keeps the record of migrations. */
  schemas: readonly [string, ...string[]]
  migrationsPath: string
}

/** Name of a service's login role. */
export const roleOf = (service: string): string => `campstore_${service}`

/** Which passwords the login roles get. */
export type RolePasswords = {
  /** By service: set, whatever the role had before. */
  given: Readonly<Record<string, string>>
  /** For a role that has none; left out, such a role goes on without and cannot log in with a password. */
  initial?: string
}

/** What was done: the migrations that were applied, and the services whose role is known to have no password. */
export type Migrated = { applied: string[]; withoutPassword: string[] }

/** Taken by whoever migrates, so that two at once run one after the other. */
const migrationLock = 7_206_501

/**
 * Brings a database up to date: login roles, schemas, extensions, then each service's pending migrations in the order given.
 * May be run again at any time, and by several processes at once.
 *
 * @param adminUrl address with the role that owns everything
 * @param passwords by service; a role gets one only when it is named here, and is otherwise left as it is
 */
export async function migrate(
  adminUrl: string,
  sources: readonly MigrationSource[],
  passwords: RolePasswords,
): Promise<Migrated> {
  const admin = new pg.Client({ connectionString: adminUrl })
  // The query that is under way fails with the same error.
  admin.on('error', () => {})
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [migrationLock])
    const withoutPassword = await prepareRoles(admin, sources, passwords)
    await prepareSchemas(admin, sources)
    const applied: string[] = []
    for (const source of sources) {
      applied.push(...(await runMigrations(adminUrl, source)))
      await letRoleReadMigrations(admin, source)
    }
    return { applied, withoutPassword }
  } finally {
    await admin.end()
  }
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
  for (const { service, schemas } of sources) {
    const role = roleOf(service)
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

/** A service looks which migrations there are; what it sees is nobody's to change but the owner's. */
async function letRoleReadMigrations(admin: pg.Client, { service, schemas }: MigrationSource): Promise<void> {
  const [table, role] = [`${schemas[0]}.migrations`, roleOf(service)]
  await admin.query(`revoke all on ${table} from ${role}`)
  await admin.query(`grant select on ${table} to ${role}`)
}

async function runMigrations(adminUrl: string, source: MigrationSource): Promise<string[]> {
  const orm = new MikroORM({
    clientUrl: adminUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    schema: source.schemas[0],
    migrations: {
      path: source.migrationsPath,
      glob: '*.ts',
      tableName: `${source.schemas[0]}.migrations`,
      snapshot: false,
      silent: true,
      disableForeignKeys: false,
    },
  })
  try {
    const applied = await orm.migrator.up()
    return applied.map(migration => `${source.service}: ${migration.name}`)
  } finally {
    await orm.close(true)
  }
}
