import type { ServiceContext } from '@campstore/service/dependencies'
import { startPeriodicJob } from '@campstore/service/periodic-job'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { completeUnfinishedEntries } from '../persistence/audit-log.ts'

/** The dependencies of the job: `timeoutMs` is the timeout of all calls of one request. */
type AuditCompletion = Pick<ServiceContext, 'database' | 'clock' | 'log'> & { timeoutMs: number }

/** Younger entries may still be completed by their own request. */
const minAgeMs = ({ timeoutMs }: AuditCompletion): number => Math.max(120_000, 2 * timeoutMs)

/**
 * Completes, at once and then every minute, the entries that a fault of this service or its database left with the outcome
 * `started`: nothing is known of their writes, so the outcome is `unknown`. An inferred one would be
 * open all the same where another write changed the target.
 */
export const startAuditCompletion = (deps: AuditCompletion): Stoppable =>
  startPeriodicJob(
    {
      name: 'complete audit entries',
      run: () => {
        const now = deps.clock()
        return completeUnfinishedEntries(deps.database.background, new Date(now.getTime() - minAgeMs(deps)), now)
      },
      intervalSeconds: 60,
    },
    deps.log,
  )
