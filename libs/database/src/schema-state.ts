import type { Queryable } from './database.ts'
import { readMigrationFiles, type SqlFiles } from './migration-files.ts'

/** Where a service's code keeps its SQL files, and the schema that keeps the record of those that were applied. */
export type ShippedMigrations = SqlFiles & { schema: string }

/** One version of a file: its name and the checksum of its text. */
export type FileVersion = { name: string; checksum: string }

/**
 * Whether a database has every migration, function and view that the code ships, in this version; more do no harm, they are of a
 * newer version. `unavailable`: the database does not answer.
 */
export type SchemaState = 'migrated' | 'behind' | 'unavailable'

/** SQLSTATE of a schema, table, column or right that does not exist yet. */
const notMigratedYet = /^(?:3F000|42P01|42501|42703)$/

/** Name of the table that records which files were applied. */
export const recordTable = (schema: string): string => `${schema}.schema_migration`

/**
 * Compares the files that the code ships with the record of applied files. An old version of a file stays in the record, so that
 * processes of the version before stay ready while a new one is rolled out.
 *
 * @param shipped from {@link shippedVersions}
 */
export async function schemaState(
  database: Queryable,
  schema: string,
  shipped: readonly FileVersion[],
): Promise<SchemaState> {
  try {
    const { rows } = await database.query<FileVersion>(`select name, checksum from ${recordTable(schema)}`)
    const applied = new Set(rows.map(versionKey))
    return shipped.every(version => applied.has(versionKey(version))) ? 'migrated' : 'behind'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return notMigratedYet.test(code) ? 'behind' : 'unavailable'
  }
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
       where name like 'migrations/%' and name <> all ($1)
       order by name`,
      [shipped.map(({ name }) => name)],
    )
    newer.push(...rows.map(({ name }) => `${part}: ${name}`))
  }
  return newer
}

const versionKey = ({ name, checksum }: FileVersion): string => `${name} ${checksum}`

/** The versions of all SQL files that the code ships. */
export async function shippedVersions(files: SqlFiles): Promise<FileVersion[]> {
  const { migrations, repeatables } = await readMigrationFiles(files)
  return [...migrations, ...repeatables].map(({ name, checksum }) => ({ name, checksum }))
}
