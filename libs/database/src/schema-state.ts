import { readdir } from 'node:fs/promises'
import type { Queryable } from './database.ts'

/** Where a service's code keeps its migrations, and the schema that keeps the record of those that were applied. */
export type ShippedMigrations = { schema: string; folder: URL }

/**
 * Whether a database has every migration that the code ships; more are no fault, they are of a newer version. `away` says that
 * the database does not answer.
 */
export type SchemaState = 'migrated' | 'behind' | 'away'

/** SQLSTATE of a schema, table or right that is not there yet. */
const notThereYet = /^(?:3F000|42P01|42501|42703)$/

/**
 * Looks which migrations a database has.
 *
 * @param shipped see {@link namesOf}
 */
export async function schemaState(
  database: Queryable,
  schema: string,
  shipped: readonly string[],
): Promise<SchemaState> {
  try {
    const { rows } = await database.query<{ name: string }>(`select name from ${schema}.migrations`)
    const applied = new Set(rows.map(({ name }) => name))
    return shipped.every(name => applied.has(name)) ? 'migrated' : 'behind'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return notThereYet.test(code) ? 'behind' : 'away'
  }
}

/** Names of the migrations in a folder, as the record of applied ones has them. */
export async function namesOf(folder: URL): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter(file => file.endsWith('.ts')).map(file => file.slice(0, -'.ts'.length))
}
