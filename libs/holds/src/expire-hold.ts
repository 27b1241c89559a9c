import { type Transaction, transaction } from '@campstore/database/database'
import type { Dependencies } from '@campstore/service/dependencies'
import { applyTransition } from './apply-transition.ts'
import { noteInHistory } from './history.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { noteExpiry } from './hold-metrics.ts'
import { isOverdue } from './lifecycle.ts'
import type { Locked } from './records.ts'
import type { PaymentSettlement } from './settlement.ts'

/**
 * Result of an expiry: `expired` now; `early`, because it is not due yet; `unchanged`, because it has ended; `unsettled`,
 * because it is due but a payment from before the deadline may be unprocessed; `not_found`, because the record does not exist.
 */
export type ExpiryOutcome = 'expired' | 'early' | 'unchanged' | 'unsettled' | 'not_found'

/** The outcome under the lock; an expiry after the grace period is reported. */
export type LockedExpiry = ExpiryOutcome | 'expired_unverified'

/** The reason in the history of a hold that expired when its grace period was over. The audit looks for it. */
export const unverifiedExpiryReason =
  'expired after the grace period: it is not known whether it was paid before the deadline'

/**
 * Expires holds when they are overdue and unpaid, decided under their locks (docs/contract/states.md#scheduled-expiry), in one
 * transaction: at most {@link HoldDefinition.endsPerTransaction}. Can be called any number of times.
 *
 * @returns the outcome of each, by its id
 */
export async function expireHolds<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  settlement: PaymentSettlement,
  ids: readonly string[],
): Promise<Map<string, ExpiryOutcome>> {
  const ended = await transaction(deps.database.background, async tx => {
    const batch = await hold.lockAll(tx, ids)
    return expireBatch(deps, tx, hold, batch, settlement)
  })
  const outcomes = ended.map(
    ({ result, ...locked }) => [locked.record.id, reportExpiry(deps, hold, locked, result)] as const,
  )
  return new Map([...ids.map(id => [id, 'not_found'] as const), ...outcomes])
}

/** Expires locked holds ({@link expireLocked}), after it has locked the rows that they share. */
export async function expireBatch<T extends HoldRecord>(
  deps: Dependencies,
  tx: Transaction,
  hold: HoldDefinition<T>,
  batch: readonly Locked<T>[],
  settlement: PaymentSettlement,
  onNext: (id: string) => void = () => {},
): Promise<(Locked<T> & { result: LockedExpiry })[]> {
  if (batch.length > 1)
    await hold.lockShared?.(
      tx,
      batch.map(({ record }) => record.id),
    )
  const ended: (Locked<T> & { result: LockedExpiry })[] = []
  for (const locked of batch) {
    onNext(locked.record.id)
    ended.push({ ...locked, result: await expireLocked(deps, tx, hold, locked, settlement) })
  }
  return ended
}

/**
 * The one rule for expiry: by PostgreSQL's clock, read by the statement that locked the hold, the deadline has passed, and
 * every payment that the broker confirmed by then is settled, or the grace period is over. A payment that was set aside always
 * delays the expiry.
 */
export async function expireLocked<T extends HoldRecord>(
  { databaseClock, newId }: Dependencies,
  tx: Transaction,
  hold: HoldDefinition<T>,
  { record, now: readNow }: Locked<T>,
  settlement: PaymentSettlement,
): Promise<LockedExpiry> {
  const now = databaseClock.judgingInstant(readNow)
  const deadline = record.checkoutExpiresAt
  if (!isOverdue(hold, record, now)) return isOverdue(hold, record, deadline) ? 'early' : 'unchanged'
  if (settlement.isSetAside(record.id)) return 'unsettled'
  if (deadline > latestExpirableDeadline(now, settlement)) return 'unsettled'
  const isVerified = isSettled(deadline, now, settlement)
  const actor = { type: 'system', id: null } as const
  const expired = await applyTransition(tx, hold, record, { trigger: 'expire', actor, now, newId })
  if (!expired) return 'unchanged'
  if (isVerified) return 'expired'
  await noteInHistory(tx, hold, expired, { at: now, actor, reason: unverifiedExpiryReason })
  return 'expired_unverified'
}

const isSettled = (deadline: Date, now: Date, { settledThrough }: PaymentSettlement): boolean => {
  const through = settledThrough(now)
  return through !== undefined && deadline <= through
}

/**
 * Holds with a later deadline must wait. The grace period runs only while database and broker are available, so they must have
 * been available for its whole length.
 */
export function latestExpirableDeadline(now: Date, settlement: PaymentSettlement): Date {
  const { settledThrough, reachableSince, graceSeconds } = settlement
  const settled = settledThrough(now)?.getTime() ?? 0
  const graceBegan = reachableSince(now)?.getTime() ?? Number.POSITIVE_INFINITY
  const graceOver = now.getTime() - graceSeconds * 1000
  return new Date(Math.min(now.getTime(), Math.max(settled, graceBegan <= graceOver ? graceOver : 0)))
}

/** Signals, measures and logs a committed expiry. */
export function reportExpiry<T extends HoldRecord>(
  { signalOutbox, databaseClock, log }: Dependencies,
  { kind }: HoldDefinition<T>,
  { record: { id, checkoutExpiresAt }, now }: Locked<T>,
  result: LockedExpiry,
): ExpiryOutcome {
  if (result !== 'expired' && result !== 'expired_unverified') return result
  signalOutbox()
  noteExpiry(kind, checkoutExpiresAt, databaseClock.instantOf(now))
  if (result === 'expired_unverified') log.warn({ [`${kind}Id`]: id }, `Hold ${unverifiedExpiryReason}`)
  return 'expired'
}
