import { type Queryable, transaction } from '@campstore/database/database'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import type { SettlementWatch } from '@campstore/messaging/settlement'
import type { Dependencies } from '@campstore/service/dependencies'
import { appendStatusHistory } from './history.ts'
import type { HoldDefinition } from './hold-definition.ts'

/**
 * When holds may be ended (decisions.md, 13): what is known of the payments that the broker has confirmed, and how many seconds
 * past its deadline a hold waits for that at most.
 */
export type Endings = Pick<SettlementWatch, 'settledThrough' | 'reach'> & { graceSeconds: number }

/**
 * What came of an expiry: ended now; not due, or ended before; due, but a payment from before its deadline may be under way; or
 * there is no such thing.
 */
export type ExpiryOutcome = 'expired' | 'left' | 'unsettled' | 'unknown'

/** What the history of a hold says that ended when its grace was over. The audit looks for it. */
export const endedUnsettled = 'ended after the grace period: it could not be known whether it was paid in time'

/**
 * Ends a hold if it is over and still unpaid, judged under its lock (interface.md, States, scheduled expiry), and if it may be
 * ended. May be called any number of times.
 */
export const expireHeld =
  <Thing extends { id: string }>(held: HoldDefinition<Thing>, dependencies: Dependencies, endings: Endings) =>
  async (id: string): Promise<ExpiryOutcome> => {
    const end = await transaction(dependencies.database.pool, async tx => {
      const thing = await held.lock(tx, id)
      return thing ? endLocked(tx, held, thing, dependencies.clock(), endings) : 'unknown'
    })
    return tellEnd(end, id, held, dependencies)
  }

type End = ExpiryOutcome | 'expired unsettled'

/**
 * The rule of when a hold ends, for everything that ends holds: its deadline has passed; and every payment that the broker had
 * confirmed by then is settled, or its grace is over, because that could not be known.
 */
async function endLocked<Thing extends { id: string }>(
  tx: Queryable,
  held: HoldDefinition<Thing>,
  thing: Thing,
  now: Date,
  endings: Endings,
): Promise<End> {
  const deadline = held.overdueSince(thing, now)
  if (!deadline) return 'left'
  if (deadline > endable(now, endings)) return 'unsettled'
  const known = isSettled(deadline, endings)
  if (!(await held.expire(tx, thing, now))) return 'left'
  if (known) return 'expired'
  const actor = { type: 'system', id: null } as const
  await appendStatusHistory(tx, held, {
    id: thing.id,
    from: 'cancelled',
    to: 'cancelled',
    at: now,
    actor,
    reason: endedUnsettled,
  })
  return 'expired unsettled'
}

const isSettled = (deadline: Date, { settledThrough }: Endings): boolean => {
  const through = settledThrough()
  return through !== undefined && deadline <= through
}

/** The latest deadline of holds that may be ended. */
function endable(now: Date, { settledThrough, graceSeconds }: Endings): Date {
  const graceOver = now.getTime() - graceSeconds * 1000
  const settled = settledThrough()?.getTime() ?? graceOver
  return new Date(Math.min(now.getTime(), Math.max(settled, graceOver)))
}

/** Tells what follows from an end that has been committed. */
function tellEnd<Thing extends { id: string }>(
  end: End,
  id: string,
  { kind }: HoldDefinition<Thing>,
  { signalOutbox, log }: Dependencies,
): ExpiryOutcome {
  if (end !== 'expired' && end !== 'expired unsettled') return end
  signalOutbox()
  if (end === 'expired unsettled') log.warn({ [`${kind}Id`]: id }, `a hold ${endedUnsettled}`)
  return 'expired'
}

/** How many transactions of a sweep run side by side. */
const lanes = 4

/** How long a sweep, or the message of an ended hold, waits at a time to know which payments are settled. */
export const settlementTimeoutMs = 5_000

/**
 * Finds holds that are over but were never told so (broker away, message lost) and ends them, leaving alone what others have
 * locked, and those that may not be ended yet. A transaction ends as many as {@link HoldDefinition.endsPerTransaction} says: one, where an
 * end locks what is shared, because two orders' stock in one transaction could wait crosswise with a checkout.
 *
 * One that cannot be ended is passed over for the rest of the round, so that it stands in nobody's way; it is logged in the
 * first of the rounds in which it fails, and every round tries it again.
 *
 * @returns a round of it, which answers how many were ended
 */
export function sweepOverdue<Thing extends { id: string }>(
  held: HoldDefinition<Thing>,
  dependencies: Dependencies,
  endings: Endings,
): () => Promise<number> {
  let failedBefore: ReadonlySet<string> = new Set()
  return async () => {
    await endings.reach(dependencies.clock(), settlementTimeoutMs)
    const round: Round = { ended: 0, left: new Set(), failed: new Set(), failedBefore }
    const lane = () => sweepLane(held, dependencies, endings, round)
    const results = await Promise.allSettled(Array.from({ length: lanes }, lane))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    failedBefore = round.failed
    return round.ended
  }
}

/** What the lanes of one round know together: how many they ended, and the ids of those that they could not. */
type Round = { ended: number; left: Set<string>; failed: Set<string>; failedBefore: ReadonlySet<string> }

async function sweepLane<Thing extends { id: string }>(
  held: HoldDefinition<Thing>,
  dependencies: Dependencies,
  endings: Endings,
  round: Round,
): Promise<void> {
  for (;;) {
    const { ended, more } = await expireNext(held, dependencies, endings, round)
    round.ended += ended
    if (!more) return
  }
}

/**
 * Ends the longest overdue holds of those not passed over, as many as one transaction may. Where one of them cannot be ended
 * none is, and that one is passed over from then on.
 *
 * @returns how many it ended, and whether there may be more
 * @throws what says that the database is away, and what goes wrong before a thing is found
 */
async function expireNext<Thing extends { id: string }>(
  held: HoldDefinition<Thing>,
  dependencies: Dependencies,
  endings: Endings,
  { left, failed, failedBefore }: Round,
): Promise<{ ended: number; more: boolean }> {
  const { database, clock, log } = dependencies
  const most = held.endsPerTransaction ?? 1
  let found: string | undefined
  try {
    const { ends, more } = await transaction(database.pool, async tx => {
      const ends: { id: string; end: End }[] = []
      while (ends.length < most) {
        found = undefined
        const now = clock()
        const thing = await held.lockNextOverdue(tx, endable(now, endings), [...left, ...failed])
        if (!thing) return { ends, more: false }
        found = thing.id
        const end = await endLocked(tx, held, thing, now, endings)
        if (end !== 'expired' && end !== 'expired unsettled') left.add(thing.id)
        ends.push({ id: thing.id, end })
      }
      return { ends, more: true }
    })
    const told = ends.filter(({ id, end }) => tellEnd(end, id, held, dependencies) === 'expired')
    return { ended: told.length, more }
  } catch (error) {
    if (found === undefined || isDatabaseUnavailable(error)) throw error
    const isNews = !failed.has(found) && !failedBefore.has(found)
    if (isNews) log.error({ [`${held.kind}Id`]: found, err: error }, 'a hold cannot be ended')
    failed.add(found)
    return { ended: 0, more: true }
  }
}
