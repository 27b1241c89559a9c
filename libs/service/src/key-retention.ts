import { deleteOldKeys } from '@campstore/database/idempotency-keys'
import type { ServiceContext } from './dependencies.ts'
import { hourly, type PeriodicJob, startPeriodicJob } from './periodic-job.ts'

/** Deletes old idempotency keys of a schema soon and then every hour (docs/contract/conventions.md#idempotency). */
export function startKeyRetention(
  { schema }: { schema: string },
  { database, clock, log }: Pick<ServiceContext, 'database' | 'clock' | 'log'>,
): PeriodicJob {
  const run = () => deleteOldKeys(database.background, schema, clock())
  return startPeriodicJob({ name: 'delete old idempotency keys', run, ...hourly }, log)
}
