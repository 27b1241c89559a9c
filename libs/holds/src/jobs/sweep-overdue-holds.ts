import { transaction } from '@campstore/database/database'
import { isDatabaseUnavailable, isLockFailure } from '@campstore/database/errors'
import type { Dependencies } from '@campstore/service/dependencies'
import { startPeriodicJob } from '@campstore/service/periodic-job'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { HoldConfig } from '../config.ts'
import { expireBatch, latestExpirableDeadline, reportExpiry } from '../expire-hold.ts'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'
import type { Locked } from '../records.ts'
import { type PaymentSettlement, settlementTimeoutMs } from '../settlement.ts'

const sweepConcurrency = 4

/** Starts the sweep of overdue holds, every SWEEP_INTERVAL_SECONDS. */
export const startOverdueHoldSweep = <T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  config: Pick<HoldConfig, 'SWEEP_INTERVAL_SECONDS'>,
  settlement: PaymentSettlement,
): Stoppable =>
  startPeriodicJob(
    {
      name: 'expire overdue holds',
      run: createOverdueHoldSweep(deps, hold, settlement),
      intervalSeconds: config.SWEEP_INTERVAL_SECONDS,
    },
    deps.log,
  )

/**
 * Makes a sweep, which expires the overdue holds whose timer never came (broker down, message lost). It skips holds that
 * another transaction has locked and holds that must wait for payments. One transaction expires up to
 * {@link HoldDefinition.endsPerTransaction} holds: only one, unless it can lock the rows that they share at once and in order, because the
 * stock of two orders in one transaction could deadlock with a checkout.
 *
 * A hold that fails, or waits too long for the lock of another session, is skipped for the rest of the sweep, so that it blocks
 * no other. The first of consecutive sweeps in which it fails logs it; every sweep retries it. The result sweeps once, and returns
 * how many holds it expired.
 */
export function createOverdueHoldSweep<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  settlement: PaymentSettlement,
): () => Promise<number> {
  let failedBefore: ReadonlySet<string> = new Set()
  return async () => {
    await settlement.waitUntilSettled(deps.clock(), settlementTimeoutMs)
    const sweep: Sweep = { expired: 0, skipped: new Set(), failed: new Set(), failedBefore }
    const worker = async () => {
      let mayBeMore = true
      while (mayBeMore) mayBeMore = await expireNextBatch(deps, hold, settlement, sweep)
    }
    // Most sweeps find nothing, for which one connection is enough.
    if (await expireNextBatch(deps, hold, settlement, sweep)) {
      const results = await Promise.allSettled(Array.from({ length: sweepConcurrency }, worker))
      for (const result of results) if (result.status === 'rejected') throw result.reason
    }
    failedBefore = sweep.failed
    return sweep.expired
  }
}

type Sweep = { expired: number; skipped: Set<string>; failed: Set<string>; failedBefore: ReadonlySet<string> }

/**
 * Expires the longest overdue holds in one transaction. If one fails, none expires, and that one is skipped from then on.
 * Throws errors if the database is unavailable, or before a hold is found. Returns whether there may be more.
 */
async function expireNextBatch<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  settlement: PaymentSettlement,
  sweep: Sweep,
): Promise<boolean> {
  const { database, clock, databaseClock, log } = deps
  const batchSize = hold.endsPerTransaction ?? 1
  let current: string | undefined
  try {
    const results = await transaction(database.background, async tx => {
      const batch: Locked<T>[] = []
      const idsOf = () => batch.map(({ record }) => record.id)
      while (batch.length < batchSize) {
        current = undefined
        // After a forward jump of PostgreSQL's clock, this avoids locking holds that are not over.
        const now = databaseClock.judgingInstant(clock().toISOString())
        const dueBy = latestExpirableDeadline(now, settlement)
        const locked = await hold.lockNextOverdue(tx, dueBy, [...sweep.skipped, ...sweep.failed, ...idsOf()])
        if (!locked) break
        batch.push(locked)
      }
      current = batch[0]?.record.id
      const ended = await expireBatch(deps, tx, hold, batch, settlement, id => {
        current = id
      })
      for (const { record, result } of ended)
        if (result !== 'expired' && result !== 'expired_unverified') sweep.skipped.add(record.id)
      return ended
    })
    for (const { result, ...locked } of results) {
      if (reportExpiry(deps, hold, locked, result) === 'expired') sweep.expired += 1
    }
    return results.length === batchSize
  } catch (error) {
    if (current === undefined || (isDatabaseUnavailable(error) && !isLockFailure(error))) throw error
    const isNew = !sweep.failed.has(current) && !sweep.failedBefore.has(current)
    if (isNew) log.error({ err: error, [`${hold.kind}Id`]: current }, 'Cannot expire a hold')
    sweep.failed.add(current)
    return true
  }
}
