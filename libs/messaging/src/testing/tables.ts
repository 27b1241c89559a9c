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
  const statementsOf = (sql: string) => (sql.startsWith('-- outside of a transaction') ? sql.split(';\n\n') : [sql])
  const sql = [`create schema ${schema}`, ...[...migrations, ...repeatables].flatMap(file => statementsOf(file.sql))]
  // Each is a transaction of its own: an index is built concurrently outside of others.
  for (const text of sql) await owner.query(text)
}
