import type { MemoryUse, ProcessEnd } from '../fleet.ts'
import type { History } from '../history.ts'
import type { Violation } from './violation.ts'

/** The load reaches the system: without bookings and orders that were held, all other rules would hold trivially. */
export function judgeLoad({ requests }: Pick<History, 'requests'>): Violation[] {
  const isHeld = (kind: string) =>
    requests.some(request => request.action === 'checkout' && request.kind === kind && request.status === 200)
  return ['booking', 'order']
    .filter(kind => !isHeld(kind))
    .map(kind => ({ rule: 'the load holds bookings and orders', found: `no ${kind} was ever held` }))
}

/** No process ends unless it is asked to, and one that gets SIGTERM ends gracefully. */
export function judgeProcessEnds(ends: readonly ProcessEnd[]): Violation[] {
  return ends.flatMap(({ process, asked, how, lastLine }) => {
    if (asked === 'nothing') return [{ rule: 'no process ends by itself', found: `${process}: ${how}: ${lastLine}` }]
    if (asked === 'kill' || how === 'exit code 0') return []
    return [{ rule: 'SIGTERM stops a process gracefully', found: `${process}: ${how}: ${lastLine}` }]
  })
}

const settledMegabytes = 150

/** Memory is flat: a process that ran for two minutes or more does not end with twice what it had, beyond a usual size. */
export function judgeMemory(uses: readonly MemoryUse[]): Violation[] {
  return uses
    .filter(({ start, end, seconds }) => seconds >= 120 && end > settledMegabytes && end > 2 * start)
    .map(({ process, start, end, peak }) => ({
      rule: 'memory is flat',
      found: `${process}: ${start} MB at first, ${end} MB at the end, ${peak} MB at most`,
    }))
}

/** What the system must be when it is quiet again. */
export type Quiet = {
  /** Messages in each queue. */
  queues: ReadonlyMap<string, number>
  openHolds: number
  outbox: number
  deadlocks: number
  /** Findings of the audit, each in one line. */
  audit: readonly string[]
}

/** Queues that keep what they get, for people or for the payment service to read. */
const keeping = new Set(['payments.rejected', 'payments.unapplied'])

/** Queues and outboxes are empty, no hold is open, nothing was parked, the audit is clean, no deadlock was broken. */
export function judgeQuiet({ queues, openHolds, outbox, deadlocks, audit }: Quiet): Violation[] {
  const rule = 'all is quiet and sound in the end'
  const left = [...queues]
    .filter(([name, messages]) => messages > 0 && !keeping.has(name))
    .map(([name, messages]) => `${messages} messages are left in ${name}`)
  return [
    ...left,
    ...(openHolds > 0 ? [`${openHolds} holds are still open`] : []),
    ...(outbox > 0 ? [`${outbox} messages have not left the outboxes`] : []),
    ...(deadlocks > 0 ? [`PostgreSQL broke ${deadlocks} deadlocks`] : []),
    ...audit,
  ].map(found => ({ rule, found }))
}
