import type { Handler } from './database.ts'

/** Notes the outcomes of batches of holds. */
export function notingBatches(take: Handler, note: (what: string) => void): Handler {
  return function* (view, values) {
    const ids = values[4] as string[]
    if (ids.length > 1) note('a batch has several holds')
    const execution = take(view, values)
    const result = 'rows' in execution ? execution : yield* execution
    for (const [place, { outcome, response }] of result.rows.entries()) {
      const { bookingId } = (response ?? {}) as { bookingId?: string }
      if (bookingId === ids[place]) note('a hold was repeated after its answer was lost')
      if (outcome === 'again') note('a hold was asked for again')
    }
    return result
  }
}

/** States that a run must reach: where a rule is hard to keep. Each is noted by the simulation, or is a line of the log. */
const states = [
  'a hold expired, verified',
  'a hold expired, unverified',
  'a hold was cancelled',
  'a paid stay was cancelled',
  'a payment was applied at the deadline',
  'a payment is redelivered',
  'a payment is redelivered at its deadline',
  'a check is redelivered',
  'a reply to a check is lost',
  'a message took the alternate exchange',
  'a commit is lost',
  'the answer to a commit is lost',
  'a wait for a lock was too long',
  'a batch has several holds',
  'a hold was asked for again',
  'a hold was repeated after its answer was lost',
  'the server ended a session: 25P03',
  'the server ended a session: 57P05',
  'both processes are frozen',
  "PostgreSQL's clock jumped during a check",
  'a checkout was repeated',
  'a checkout was refused: ZONE_UNAVAILABLE',
  'a stay was changed',
  'attendance was recorded',
  'complete was recorded',
  'refund was refused: VALIDATION_ERROR',
  'a refund was reported',
  'a refund was reported early',
  'a refund was withdrawn',
  'a refund failed',
  'refunds were made together',
  'a change was refused: ZONE_UNAVAILABLE',
  'a change was refused: CONFLICT',
  'a request was refused as unavailable',
  'Message cannot be processed yet, set aside',
  'Message that was set aside is settled',
  'Messages cannot be processed here, leaving them to another process',
  'A binding is missing, declaring it again',
  'Cannot publish the outbox, retrying',
  'Payment unapplied',
  'Job finished',
] as const

/** The states that a run has not reached. */
export const missingStates = (counts: ReadonlyMap<string, number>): string[] =>
  states.filter(state => !counts.get(state))
