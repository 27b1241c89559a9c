import { transaction } from '@campstore/database/database'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import type { Dependencies } from '@campstore/service/dependencies'
import type { Held } from './held.ts'

/** What came of an expiry: ended now; not due, or ended before; or there is no such thing. */
export type ExpiryOutcome = 'expired' | 'left' | 'unknown'

/**
 * Ends a hold if it is over and still unpaid, judged under its lock (interface.md, States, scheduled expiry). May be called any
 * number of times.
 */
export const expireHeld =
  <Thing extends { id: string }>(held: Held<Thing>, { database, clock, signalOutbox }: Dependencies) =>
  async (id: string): Promise<ExpiryOutcome> => {
    const outcome = await transaction(database.pool, async tx => {
      const thing = await held.lock(tx, id)
      if (!thing) return 'unknown'
      return (await held.expire(tx, thing, clock())) ? 'expired' : 'left'
    })
    if (outcome === 'expired') signalOutbox()
    return outcome
  }

/** How many transactions of a sweep run side by side. */
const lanes = 4

/**
 * Finds holds that are over but were never told so (broker away, message lost) and ends them, leaving alone what others have
 * locked. A transaction ends as many as {@link Held.endsPerTransaction} says: one, where an end locks what is shared, because
 * two orders' stock in one transaction could wait crosswise with a checkout.
 *
 * One that cannot be ended is passed over for the rest of the round, so that it stands in nobody's way; it is logged in the
 * first of the rounds in which it fails, and every round tries it again.
 *
 * @returns a round of it, which answers how many were ended
 */
export function sweepOverdue<Thing extends { id: string }>(
  held: Held<Thing>,
  dependencies: Dependencies,
): () => Promise<number> {
  let failedBefore: ReadonlySet<string> = new Set()
  return async () => {
    const round: Round = { ended: 0, left: new Set(), failed: new Set(), failedBefore }
    const results = await Promise.allSettled(Array.from({ length: lanes }, () => sweepLane(held, dependencies, round)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    failedBefore = round.failed
    return round.ended
  }
}

/** What the lanes of one round know together: how many they ended, and the ids of those that they could not. */
type Round = { ended: number; left: Set<string>; failed: Set<string>; failedBefore: ReadonlySet<string> }

async function sweepLane<Thing extends { id: string }>(
  held: Held<Thing>,
  dependencies: Dependencies,
  round: Round,
): Promise<void> {
  for (;;) {
    const { ended, more } = await expireNext(held, dependencies, round)
    round.ended += ended
    if (ended > 0) dependencies.signalOutbox()
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
  held: Held<Thing>,
  { database, clock, log }: Dependencies,
  { left, failed, failedBefore }: Round,
): Promise<{ ended: number; more: boolean }> {
  const most = held.endsPerTransaction ?? 1
  let found: string | undefined
  try {
    return await transaction(database.pool, async tx => {
      let ended = 0
      for (let tried = 0; tried < most; tried += 1) {
        found = undefined
        const now = clock()
        const thing = await held.lockNextOverdue(tx, now, [...left, ...failed])
        if (!thing) return { ended, more: false }
        found = thing.id
        if (await held.expire(tx, thing, now)) ended += 1
        else left.add(thing.id)
      }
      return { ended, more: true }
    })
  } catch (error) {
    if (found === undefined || isDatabaseUnavailable(error)) throw error
    const isNews = !failed.has(found) && !failedBefore.has(found)
    if (isNews) log.error({ [`${held.kind}Id`]: found, err: error }, 'a hold cannot be ended')
    failed.add(found)
    return { ended: 0, more: true }
  }
}
