import { outageReason } from '@campstore/core/outage-reason'
import type { Queryable } from './database.ts'
import { readMigrationFiles, type SqlFiles } from './migration-files.ts'

export type ShippedMigrations = SqlFiles & { schema: string }

export type FileVersion = { name: string; checksum: string }

/**
 * Whether a database has every migration, function and view that the code ships, in this version; more do no harm, they are of a
 * newer version. `unsupported`: it began before 1.0.0, with another baseline. `unavailable`: the database does not answer.
 */
export type SchemaState = 'migrated' | 'behind' | 'unsupported' | 'unavailable'

/** The migration with which every schema begins; it is the same from 1.0.0 on. */
const baseline = 'migrations/0001-baseline.sql'

/** The database has schemas that a version before 1.0.0 made. The message is one line that says what to do. */
export class UnsupportedSchemaError extends Error {
  override readonly name = 'UnsupportedSchemaError'

  constructor(schemas: readonly string[]) {
    const made = schemas.length === 1 ? `The schema ${schemas[0]} was` : `The schemas ${schemas.join(', ')} were`
    super(
      `${made} made by a version before 1.0.0, which no later version can upgrade. npm run reset deletes the database of npm start, with its data; a database of your own has to be replaced by an empty one (docs/operations.md#a-database-from-before-100).`,
    )
  }
}

/** SQLSTATE of a schema, table, column or right that does not exist yet. */
const notMigratedYet = /^(?:3F000|42P01|42501|42703)$/

export const recordTable = (schema: string): string => `${schema}.schema_migration`

/**
 * Tells whether the disk of the data is full, when reads are still answered. It counts more than its memory holds, so that the server
 * writes a file of some 100 kB for a moment. Any other failure tells nothing: an operator may limit temporary files.
 */
export const diskOutage = (database: Pick<Queryable, 'query'>): Promise<'disk full' | undefined> =>
  database.query("set local work_mem = '64kB'; select count(*) from generate_series(1, 5000)").then(
    () => undefined,
    (error: unknown) => (outageReason(error) === 'disk full' ? 'disk full' : undefined),
  )

/**
 * Compares the files that the code ships with the record of applied files. An old version of a file stays in the record, so that
 * processes of the version before stay ready while a new one is rolled out.
 *
 * @param onUnavailable gets the error of a database that is `unavailable`
 */
export async function schemaState(
  database: Queryable,
  schema: string,
  shipped: readonly FileVersion[],
  onUnavailable: (error: unknown) => void = () => {},
): Promise<SchemaState> {
  try {
    const { rows } = await database.query<FileVersion>(`select name, checksum from ${recordTable(schema)}`)
    const applied = new Set(rows.map(versionKey))
    const begin = shipped.find(({ name }) => name === baseline)
    if (begin && !applied.has(versionKey(begin)) && rows.some(({ name }) => name === baseline)) return 'unsupported'
    return shipped.every(version => applied.has(versionKey(version))) ? 'migrated' : 'behind'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (notMigratedYet.test(code)) return 'behind'
    onUnavailable(error)
    return 'unavailable'
  }
}

/**
 * Refuses a database that a version before 1.0.0 made.
 *
 * @throws {UnsupportedSchemaError} with its schemas
 */
export async function refuseUnsupported(database: Queryable, parts: readonly ShippedMigrations[]): Promise<void> {
  const unsupported: string[] = []
  for (const { schema, ...files } of parts) {
    if ((await schemaState(database, schema, await shippedVersions(files))) === 'unsupported') unsupported.push(schema)
  }
  if (unsupported.length > 0) throw new UnsupportedSchemaError(unsupported)
}

/**
 * The migrations of a database that is of a newer version than the code: it has had every file that the code ships, and
 * migrations that the code does not know. Applying older functions and views again would take them from the processes of the
 * newer version.
 *
 * @param parts each schema with its record, the folder of its files, and how it is called in the result
 * @returns `booking: migrations/0009-….sql`; none if the database is not newer
 */
export async function newerMigrations(
  database: Queryable,
  parts: readonly (ShippedMigrations & { name: string })[],
): Promise<string[]> {
  const newer: string[] = []
  for (const { name: part, schema, ...files } of parts) {
    const shipped = await shippedVersions(files)
    if ((await schemaState(database, schema, shipped)) !== 'migrated') return []
    const { rows } = await database.query<{ name: string }>(
      `select distinct name
       from ${recordTable(schema)}
       where name ~ '(^|/)migrations/' and name <> all ($1)
       order by name`,
      [shipped.map(({ name }) => name)],
    )
    newer.push(...rows.map(({ name }) => `${part}: ${name}`))
  }
  return newer
}

const versionKey = ({ name, checksum }: FileVersion): string => `${name} ${checksum}`

export async function shippedVersions(files: SqlFiles): Promise<FileVersion[]> {
  const { migrations, repeatables } = await readMigrationFiles(files)
  return [...migrations, ...repeatables].map(({ name, checksum }) => ({ name, checksum }))
}
