import { readFile } from 'node:fs/promises'
import type { Queryable } from '@campstore/database/database'

/** Creates a schema with the tables of an SQL file, for tests of libraries. */
export async function createTables(owner: Queryable, schema: string, files: readonly URL[]): Promise<void> {
  const sql = await Promise.all(files.map(file => readFile(file, 'utf8')))
  await owner.query(`create schema ${schema}; set search_path to ${schema}; ${sql.join('\n')}; reset search_path`)
}

/** The outbox and the inbox, as services have them. */
export const messagingTables = new URL('./tables.sql', import.meta.url)
