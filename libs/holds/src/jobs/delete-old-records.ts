import { deleteOlder } from '@campstore/database/delete-older'
import type { ServiceContext } from '@campstore/service/dependencies'
import { hourly, startPeriodicJob } from '@campstore/service/periodic-job'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { Pool } from 'pg'
import type { HoldRecords } from '../hold-definition.ts'
import { deleteUnverified } from '../rejections.ts'

/**
 * Days after which records of rejected messages are deleted, and inbox rows of 1.0.0's processes. A redelivered payment is recognised by its
 * `payment_notification`, which is never deleted.
 */
export const retentionDays = 91

/** Deletes rows that are older than {@link retentionDays}, and rejections of messages that were not signed much earlier. */
export async function deleteOldRecords(
  pool: Pool,
  { schema }: Pick<HoldRecords, 'schema'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  let deleted = await deleteUnverified(pool, schema, now)
  for (const table of ['inbox', 'rejected_notification'])
    deleted += await deleteOlder(pool, { table: `${schema}.${table}`, column: 'received_at' }, before)
  return deleted
}

/** Deletes old records soon and then every hour. */
export const startRetention = (
  { database, clock, log }: ServiceContext,
  records: Pick<HoldRecords, 'schema'>,
): Stoppable =>
  startPeriodicJob(
    {
      name: 'delete old inbox rows and rejections',
      run: () => deleteOldRecords(database.background, records, clock()),
      ...hourly,
    },
    log,
  )
