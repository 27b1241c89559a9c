import { deleteOldRequestKeys } from '@campstore/database/request-keys'
import type { ServiceContext } from './dependencies.ts'
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts'

/** Deletes old idempotency keys of a schema now and then every hour (docs/contract/conventions.md#idempotency). */
export function startKeyRetention(
  { schema }: { schema: string },
  { database, clock, log }: Pick<ServiceContext, 'database' | 'clock' | 'log'>,
): PeriodicJob {
  const run = () => deleteOldRequestKeys({ pool: database.background, schema, clock })
  return startPeriodicJob({ name: 'delete old idempotency keys', run, intervalSeconds: 3_600 }, log)
}
