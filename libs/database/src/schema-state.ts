import { outageReason } from '@campstore/core/outage-reason'
import type { Queryable } from './database.ts'
import { readMigrationFiles, type SqlFiles } from './migration-files.ts'

export type ShippedMigrations = SqlFiles & { schema: string }

export type FileVersion = { name: string; checksum: string }

/**
 * Whether a database has every migration, function and view that the code ships, in this version; more do no harm, they are of a
 * newer version. `unavailable`: the database does not answer.
 */
export type SchemaState = 'migrated' | 'behind' | 'unavailable'

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
    return shipped.every(version => applied.has(versionKey(version))) ? 'migrated' : 'behind'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (notMigratedYet.test(code)) return 'behind'
    onUnavailable(error)
    return 'unavailable'
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
