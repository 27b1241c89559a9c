import { deleteOlder } from '@campstore/database/delete-older'
import { keyRetentionDays } from '@campstore/database/request-keys'
import type { ServiceContext } from '@campstore/service/dependencies'
import { type PeriodicJob, startPeriodicJob } from '@campstore/service/periodic-job'

/** Deletes old idempotency keys of stock now and then every hour (docs/contract/conventions.md#idempotency). */
export function startStockKeyRetention({
  database,
  clock,
  log,
}: Pick<ServiceContext, 'database' | 'clock' | 'log'>): PeriodicJob {
  const keys = { table: 'inventory.movement_key', column: 'created_at' }
  const run = () => deleteOlder(database.background, keys, new Date(clock().getTime() - keyRetentionDays * 86_400_000))
  return startPeriodicJob({ name: 'delete old idempotency keys of stock', run, intervalSeconds: 3_600 }, log)
}
