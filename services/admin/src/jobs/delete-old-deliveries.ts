import type { ServiceContext } from '@campstore/service/dependencies'
import { type PeriodicJob, startPeriodicJob } from '@campstore/service/periodic-job'
import { deleteDeliveries } from '../persistence/webhook-deliveries.ts'

/** Days after which deliveries are deleted (docs/contract/admin.md#webhooks). */
const retentionDays = 30

/** Deletes old deliveries, and deleted webhooks with theirs, now and then every hour. */
export const startDeliveryRetention = ({
  database,
  clock,
  log,
}: Pick<ServiceContext, 'database' | 'clock' | 'log'>): PeriodicJob =>
  startPeriodicJob(
    {
      name: 'delete old webhook deliveries',
      run: () => deleteDeliveries(database.background, new Date(clock().getTime() - retentionDays * 86_400_000)),
      intervalSeconds: 3_600,
    },
    log,
  )
