import type { Queryable } from './database.ts'
import { deleteOlder } from './delete-older.ts'
import type { SqlLibrary } from './migration-files.ts'

/** The idempotency keys of a schema, and the functions `take_key`, by which every request with a key takes it, and `move_keys`. */
export const keysSql = (schema: string): SqlLibrary => ({
  name: 'keys',
  folder: new URL('../sql/keys/', import.meta.url),
  parameters: { schema },
})

/** Days after which a key and its response are deleted: 90 after the longest hold (docs/contract/conventions.md#idempotency). */
const keyRetentionDays = 91

/** Deletes the keys of a schema that are older than {@link keyRetentionDays}, until none is left; returns how many. */
export const deleteOldKeys = (database: Queryable, schema: string, now: Date): Promise<number> =>
  deleteOlder(
    database,
    { table: `${schema}.idempotency_key`, column: 'created_at' },
    new Date(now.getTime() - keyRetentionDays * 86_400_000),
  )
