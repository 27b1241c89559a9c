import { setTimeout as wait } from 'node:timers/promises'
import type { Queryable } from './database.ts'

/** Rows per statement, so that none runs long or locks many rows. */
const batchSize = 1_000

/** Pause after a batch, as a multiple of the batch's duration: a backlog takes a fifth of a connection. */
const pauseFactor = 4

/**
 * Deletes the rows of a table that are older than an instant, as {@link deleteWhere} does.
 *
 * @param old.column with the age of a row; it has an index
 */
export const deleteOlder = (
  database: Queryable,
  { table, column }: { table: string; column: string },
  before: Date,
): Promise<number> => deleteWhere(database, table, `${column} < $1 order by ${column}`, before)

/**
 * Deletes the rows of a table that meet a condition on `$1`, batch by batch, until none is left. Several processes may do so at
 * once; each skips the rows that another is deleting.
 *
 * @param condition in SQL, followed by the order of deletion where it matters
 * @returns how many were deleted
 */
export async function deleteWhere(
  database: Queryable,
  table: string,
  condition: string,
  value: unknown,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const startedAt = performance.now()
    const { rowCount } = await database.query(
      /* sql */ `
      delete from ${table}
      where ctid = any (array(
        select ctid
        from ${table}
        where ${condition}
        limit ${batchSize}
        for update skip locked
      ))`,
      [value],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < batchSize) return deleted
    await wait(pauseFactor * (performance.now() - startedAt))
  }
}
