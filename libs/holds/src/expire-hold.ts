import { type Queryable, transaction } from '@campstore/database/database'
import type { Dependencies } from '@campstore/service/dependencies'
import { appendStatusHistory } from './history.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { noteExpiry } from './hold-metrics.ts'
import type { PaymentSettlement } from './settlement.ts'

/**
 * Result of an expiry: `expired` now; `unchanged`, because it is not due or already closed; `unsettled`, because it is due but a
 * payment from before the deadline may be unprocessed; `not_found`, because there is no such record.
 */
export type ExpiryOutcome = 'expired' | 'unchanged' | 'unsettled' | 'not_found'

/** What happened under the lock; an expiry after the grace period is reported. */
export type LockedExpiry = ExpiryOutcome | 'expired unverified'

/** The reason in the history of a hold that expired when its grace period was over. The audit looks for it. */
export const unverifiedExpiryReason =
  'expired after the grace period: it is not known whether it was paid before the deadline'

/**
 * Expires a hold when it is overdue and unpaid, decided under its lock (docs/contract/states.md#scheduled-expiry). Can be
 * called any number of times.
 */
export async function expireHold<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  settlement: PaymentSettlement,
  id: string,
): Promise<ExpiryOutcome> {
  const locked = await transaction(deps.database.pool, async tx => {
    const record = await hold.lock(tx, id)
    return record && { record, result: await expireLocked(deps, tx, hold, record, settlement) }
  })
  return locked ? reportExpiry(deps, hold, locked.record, locked.result) : 'not_found'
}

/**
 * The one rule of when a hold expires: its deadline has passed, and every payment that the broker had confirmed by then is
 * settled, or the grace period is over. A payment that its consumer has set aside is waited for.
 */
export async function expireLocked<T extends HoldRecord>(
  { clock, newId }: Dependencies,
  tx: Queryable,
  hold: HoldDefinition<T>,
  record: T,
  settlement: PaymentSettlement,
): Promise<LockedExpiry> {
  const now = clock()
  const deadline = record.checkoutExpiresAt
  if (!hold.isOverdue(record, now)) return 'unchanged'
  if (settlement.isSetAside(record.id)) return 'unsettled'
  if (deadline > latestExpirableDeadline(now, settlement)) return 'unsettled'
  const isVerified = isSettled(deadline, settlement)
  const actor = { type: 'system', id: null } as const
  if (!(await hold.applyTransition(tx, record, { trigger: 'expire', actor, now, newId }))) return 'unchanged'
  if (isVerified) return 'expired'
  await appendStatusHistory(tx, hold, {
    id: record.id,
    from: 'cancelled',
    to: 'cancelled',
    at: now,
    actor,
    reason: unverifiedExpiryReason,
  })
  return 'expired unverified'
}

const isSettled = (deadline: Date, { settledThrough }: PaymentSettlement): boolean => {
  const through = settledThrough()
  return through !== undefined && deadline <= through
}

/** Holds with a later deadline must wait. */
export function latestExpirableDeadline(now: Date, { settledThrough, graceSeconds }: PaymentSettlement): Date {
  const graceOver = now.getTime() - graceSeconds * 1000
  const settled = settledThrough()?.getTime() ?? graceOver
  return new Date(Math.min(now.getTime(), Math.max(settled, graceOver)))
}

/** Signals, measures and logs an expiry that is committed. */
export function reportExpiry<T extends HoldRecord>(
  { signalOutbox, clock, log }: Dependencies,
  { kind }: HoldDefinition<T>,
  { id, checkoutExpiresAt }: HoldRecord,
  result: LockedExpiry,
): ExpiryOutcome {
  if (result !== 'expired' && result !== 'expired unverified') return result
  signalOutbox()
  noteExpiry(kind, checkoutExpiresAt, clock())
  if (result === 'expired unverified') log.warn({ [`${kind}Id`]: id }, `Hold ${unverifiedExpiryReason}`)
  return 'expired'
}
