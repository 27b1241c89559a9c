import type { Route } from '@campstore/contract/route'
import { requestIdFrom, traceIdFrom } from '@campstore/core/telemetry/trace'
import type { Running } from '@campstore/service/dependencies'
import { type Sweeper, startSweeper } from '@campstore/service/sweeper'
import { judgeLate, type LateOutcome } from '../domain/late-ending.ts'
import { completeLate, findUnfinished, othersSince, type Unfinished } from '../persistence/audit-log.ts'
import { dataOf } from '../use-cases/audited-write.ts'
import { type Forwarding, type OwnedRoute, readTarget } from '../use-cases/forward.ts'

/** What completing needs. */
export type Completing = Forwarding & Pick<Running, 'log'> & { routeOf(name: string): Route | undefined }

/** Most records of one round. */
const batchSize = 50

/** An owner that cannot be asked for so long leaves the end unknown, in milliseconds. */
const giveUpAfterMs = 24 * 3_600_000

/** Records that are younger may still be completed by whoever began them: in milliseconds, twice what an owner may take. */
const leaveAloneMs = ({ timeoutMs }: Forwarding): number => Math.max(120_000, 2 * timeoutMs)

/**
 * Completes records that a fault of this service or of its database left `started`, from what their owner shows of the target
 * now: see {@link judgeLate}. What cannot be read, such as a creation whose id nobody learned, becomes `unknown`. While the
 * owner is away its records wait, for a day at most.
 *
 * @returns a round of it, which answers how many were completed
 */
export const completeRecords = (given: Completing) => async (): Promise<number> => {
  const { pool } = given.database
  const now = given.clock()
  const before = new Date(now.getTime() - leaveAloneMs(given))
  let completed = 0
  for (const record of await findUnfinished(pool, before, batchSize)) {
    const ending = await endingOf(given, record)
    if (!ending) continue
    if (await completeLate(pool, record.id, { ...ending, at: given.clock() })) completed += 1
  }
  return completed
}

/** Completes records at once and then each minute. */
export const startCompleting = (given: Completing): Sweeper =>
  startSweeper({ what: 'unfinished audit records', round: completeRecords(given), everySeconds: 60 }, given.log)

const unknowable = { outcome: 'unknown', from: 'nothing', after: null } as const

/** What came of a write; undefined while its owner cannot be asked. */
async function endingOf(
  given: Completing,
  record: Unfinished,
): Promise<(LateOutcome & { after: unknown }) | undefined> {
  const route = given.routeOf(record.action)
  const reading = route && isOwned(route) ? given.readingRoute(route) : undefined
  if (!route || !reading || record.targetId === null) return unknowable
  const administrator = { kind: 'administrator', adminId: record.adminId, permissions: [] } as const
  const context = {
    requestId: requestIdFrom(undefined),
    clientAddress: record.clientAddress,
    traceId: traceIdFrom(undefined),
    log: given.log,
  }
  const forwardContext = { administrator, context, until: AbortSignal.timeout(given.timeoutMs) }
  const { answer } = await readTarget(given, reading, record.targetId, forwardContext)
  if (!answer || (answer.status !== 200 && answer.status !== 404)) {
    return given.clock().getTime() - record.at.getTime() > giveUpAfterMs ? unknowable : undefined
  }
  const now = answer.status === 200 ? dataOf(answer) : undefined
  const others = await othersSince(given.database.pool, record)
  const { adminId, request, before } = record
  return {
    ...judgeLate({ adminId, method: route.method, request, before, now, othersSince: others }),
    after: now ?? null,
  }
}

const isOwned = (route: Route): route is OwnedRoute => route.owner !== undefined
