import type { Pending } from '../settle.ts'
import type { Violation } from './violation.ts'

/** Queues and outboxes are empty, no hold is open, nothing is parked, the audit passes, there was no deadlock. */
export function checkPending({ queues, openHolds, outbox, audit }: Pending, deadlocks: readonly string[]): Violation[] {
  return [
    ...queues.map(([name, messages]) => `${messages} messages are left in ${name}`),
    ...(openHolds > 0 ? [`${openHolds} holds are still open`] : []),
    ...(outbox > 0 ? [`${outbox} messages are still in the outboxes`] : []),
    ...deadlocks.map(detail => `PostgreSQL resolved a deadlock${detail}`),
    ...audit,
  ].map(message => ({ rule: 'nothing is pending at the end', message }))
}
