import type { ServiceContext } from '@campstore/service/dependencies'
import { hourly, type PeriodicJob, startPeriodicJob } from '@campstore/service/periodic-job'
import { deleteDeliveries } from '../persistence/webhook-deliveries.ts'

/** Days after which deliveries are deleted (docs/contract/admin.md#webhooks). */
const retentionDays = 30

/** Deletes old deliveries, and deleted webhooks with theirs. */
export const deleteOldDeliveries = ({ database, clock }: Pick<ServiceContext, 'database' | 'clock'>): Promise<number> =>
  deleteDeliveries(database.background, new Date(clock().getTime() - retentionDays * 86_400_000))

/** Does that soon and then every hour. */
export const startDeliveryRetention = (deps: Pick<ServiceContext, 'database' | 'clock' | 'log'>): PeriodicJob =>
  startPeriodicJob({ name: 'delete old webhook deliveries', run: () => deleteOldDeliveries(deps), ...hourly }, deps.log)
