import { setTimeout as pause } from 'node:timers/promises'
import type { Running } from '@campstore/service/dependencies'
import { type Sweeper, startSweeper } from '@campstore/service/sweeper'
import type { Pool } from 'pg'
import type { HoldRecords } from './hold-definition.ts'

/**
 * Days after which an idempotency key and the record of a message that was acted on are deleted: 90 past the deadline of the
 * hold they are about, which lasts a day at most (`CHECKOUT_HOLD_SECONDS`). Nobody repeats a checkout after that; a payment
 * that is repeated is known by its notification, which is kept for ever.
 */
export const retentionDays = 91

/** Rows deleted by one statement, so that none takes long and none locks much. */
const batchSize = 1_000

/** How long it rests after a batch, as a multiple of the batch's own time: a long arrears takes a fifth of a connection. */
const pauseFactor = 4

/** Tables whose rows are deleted, and the column that says how old a row is; each has an index on it ({@link retentionIndexes}). */
const retained = [
  { table: 'idempotency_key', column: 'created_at' },
  { table: 'inbox', column: 'received_at' },
] as const

/** SQL of the indexes by which old rows are found. */
export const retentionIndexes = (schema: string): string[] =>
  retained.map(({ table, column }) => `create index ${table}_age on ${schema}.${table} (${column});`)

/**
 * Deletes what is older than {@link retentionDays}, batch by batch. Several processes may do it at once; each leaves alone what
 * another is deleting.
 *
 * @returns how many rows it deleted
 */
export async function deleteOldRecords(
  pool: Pool,
  { schema }: Pick<HoldRecords, 'schema'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  let deleted = 0
  for (const { table, column } of retained) {
    for (;;) {
      const began = performance.now()
      const { rowCount } = await pool.query(
        /* sql */ `
        delete from ${schema}.${table}
        where ctid = any (array(
          select ctid
          from ${schema}.${table}
          where ${column} < $1
          order by ${column}
          limit ${batchSize}
          for update skip locked
        ))`,
        [before],
      )
      deleted += rowCount ?? 0
      if ((rowCount ?? 0) < batchSize) break
      await pause(pauseFactor * (performance.now() - began))
    }
  }
  return deleted
}

/** Deletes old records at once and then every hour. */
export const startRetention = (records: Pick<HoldRecords, 'schema'>, { database, clock, log }: Running): Sweeper =>
  startSweeper(
    {
      what: 'old idempotency keys and inbox rows',
      round: () => deleteOldRecords(database.pool, records, clock()),
      everySeconds: 3_600,
    },
    log,
  )
