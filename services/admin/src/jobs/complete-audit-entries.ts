import type { Route } from '@campstore/contract/route'
import { requestIdFrom, traceIdFrom } from '@campstore/core/telemetry/trace'
import type { ServiceContext } from '@campstore/service/dependencies'
import { type PeriodicJob, startPeriodicJob } from '@campstore/service/periodic-job'
import { type InferredOutcome, inferOutcome } from '../domain/infer-outcome.ts'
import {
  completeUnfinishedEntry,
  findUnfinishedEntries,
  hasLaterWrites,
  type UnfinishedEntry,
} from '../persistence/audit-log.ts'
import { dataOf } from '../use-cases/audited-write.ts'
import { type Forwarding, type OwnedRoute, readTarget } from '../use-cases/forward.ts'

/** The dependencies of the job. */
export type AuditCompletion = Forwarding & Pick<ServiceContext, 'log'> & { routeOf(name: string): Route | undefined }

/** Entries of one run. */
const batchSize = 50

/** After so many milliseconds without a response of the service the outcome becomes `unknown`. */
const maxAgeMs = 24 * 3_600_000

/** Younger entries may still be completed by their own request: twice the timeout of a call, at least two minutes. */
const minAgeMs = ({ timeoutMs }: Forwarding): number => Math.max(120_000, 2 * timeoutMs)

/** Runs {@link completeAuditEntries} at once and then every minute. */
export const startAuditCompletion = (deps: AuditCompletion): PeriodicJob =>
  startPeriodicJob(
    { name: 'complete audit entries', run: () => completeAuditEntries(deps), intervalSeconds: 60 },
    deps.log,
  )

/**
 * Completes entries that a fault of this service or its database left with the outcome `started`: {@link inferOutcome} compares
 * the target before and now. The outcome of a write whose target cannot be read, such as a creation, becomes `unknown`. While
 * the owning service is unavailable its entries wait, for a day at most.
 *
 * @returns the number of completed entries
 */
export async function completeAuditEntries(deps: AuditCompletion): Promise<number> {
  const { background: pool } = deps.database
  const before = new Date(deps.clock().getTime() - minAgeMs(deps))
  let completed = 0
  for (const entry of await findUnfinishedEntries(pool, before, batchSize)) {
    const inferred = await inferEntryOutcome(deps, entry)
    if (!inferred) continue
    if (await completeUnfinishedEntry(pool, entry.id, { ...inferred, at: deps.clock() })) completed += 1
  }
  return completed
}

const unknownOutcome = { outcome: 'unknown', from: 'nothing', after: null } as const

/** The inferred outcome and the target's detail now; undefined while the owning service is unavailable. */
async function inferEntryOutcome(
  deps: AuditCompletion,
  entry: UnfinishedEntry,
): Promise<(InferredOutcome & { after: unknown }) | undefined> {
  const route = deps.routeOf(entry.action)
  const reading = route && isOwned(route) ? deps.readingRoute(route) : undefined
  if (!route || !reading || entry.targetId === null) return unknownOutcome
  const { response } = await readTarget(deps, reading, entry.targetId, forwardContextOf(deps, entry))
  if (!response || (response.status !== 200 && response.status !== 404)) {
    return deps.clock().getTime() - entry.at.getTime() > maxAgeMs ? unknownOutcome : undefined
  }
  const now = response.status === 200 ? dataOf(response) : undefined
  const write = {
    ...entry,
    method: route.method,
    now,
    hasLaterWrites: await hasLaterWrites(deps.database.background, entry),
  }
  return { ...inferOutcome(write), after: now ?? null }
}

/** The job reads on behalf of the administrator of the entry. */
const forwardContextOf = (deps: AuditCompletion, { adminId, clientAddress }: UnfinishedEntry) => ({
  administrator: { kind: 'administrator', adminId, permissions: [] } as const,
  context: { requestId: requestIdFrom(undefined), clientAddress, traceId: traceIdFrom(undefined), log: deps.log },
  until: AbortSignal.timeout(deps.timeoutMs),
})

const isOwned = (route: Route): route is OwnedRoute => route.owner !== undefined
