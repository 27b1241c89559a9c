import type { Queryable } from '@campstore/database/database'
import { readMigrationFiles, type SqlLibrary } from '@campstore/database/migration-files'

/** Creates a schema with what the libraries have for it, and then with the tables of a folder, for tests of libraries. */
export async function createTables(
  owner: Queryable,
  schema: string,
  libraries: readonly SqlLibrary[],
  folder = new URL('./none/', import.meta.url),
): Promise<void> {
  const { migrations, repeatables } = await readMigrationFiles({ folder, libraries })
  const sql = [`create schema ${schema}`, ...[...migrations, ...repeatables].map(file => file.sql)]
  // One after the other, as each is a transaction of its own: an index is built concurrently outside of others.
  for (const text of sql) await owner.query(text)
}
