import type { ProcessExit } from '../fleet.ts'
import type { History } from '../history.ts'
import type { InjectionFailure } from '../inject.ts'
import type { MemoryUse } from '../memory.ts'
import { keepsMessages, type Pending } from '../settle.ts'
import type { Violation } from './violation.ts'

/** The load reaches the system: without held bookings and orders, all other rules would hold trivially. */
export function checkLoad({ requests }: Pick<History, 'requests'>): Violation[] {
  const isHeld = (kind: string) =>
    requests.some(request => request.action === 'checkout' && request.kind === kind && request.status === 200)
  return ['booking', 'order']
    .filter(kind => !isHeld(kind))
    .map(kind => ({ rule: 'the load holds bookings and orders', message: `no ${kind} was ever held` }))
}

/** A request that fails because of a fault is refused with a reason; an internal error has none. */
export function checkReasons({ requests }: Pick<History, 'requests'>): Violation[] {
  const unexplained = requests.filter(({ code }) => code === 'INTERNAL_ERROR')
  return [...Map.groupBy(unexplained, ({ action }) => action)].map(([action, { length }]) => ({
    rule: 'failures have a reason',
    message: `${action}: ${length} responses of INTERNAL_ERROR`,
  }))
}

/** No process exits by itself, and SIGTERM stops it gracefully. */
export function checkExits(exits: readonly ProcessExit[]): Violation[] {
  return exits.flatMap(({ process, requested, how, lastLine }) => {
    if (requested === 'kill' || (requested === 'terminate' && how === 'exit code 0')) return []
    const rule = requested === 'nothing' ? 'no process exits by itself' : 'SIGTERM stops a process gracefully'
    return [{ rule, message: `${process}: ${how}: ${lastLine}` }]
  })
}

/** Every process is ready again after a fault. */
export const checkHealing = (failures: readonly InjectionFailure[]): Violation[] =>
  failures.map(({ fault, kind, message }) => ({
    rule: 'every process is ready again after a fault',
    message: `fault ${fault} (${kind}): ${message}`,
  }))

const usualMegabytes = 150

/** A process that ran for two minutes or more does not end with twice its memory, beyond a usual size. */
export function checkMemory(uses: readonly MemoryUse[]): Violation[] {
  return uses
    .filter(({ start, end, seconds }) => seconds >= 120 && end > usualMegabytes && end > 2 * start)
    .map(({ process, start, end, peak }) => ({
      rule: 'memory does not double',
      message: `${process}: ${start} MB at first, ${end} MB at the end, ${peak} MB at most`,
    }))
}

/** Queues and outboxes are empty, no hold is open, nothing is parked, the audit passes, there was no deadlock. */
export function checkPending({ queues, openHolds, outbox, audit }: Pending, deadlocks: number): Violation[] {
  const left = [...queues].filter(([name, messages]) => messages > 0 && !keepsMessages(name))
  return [
    ...left.map(([name, messages]) => `${messages} messages are left in ${name}`),
    ...(openHolds > 0 ? [`${openHolds} holds are still open`] : []),
    ...(outbox > 0 ? [`${outbox} messages are still in the outboxes`] : []),
    ...(deadlocks > 0 ? [`PostgreSQL resolved ${deadlocks} deadlocks`] : []),
    ...audit,
  ].map(message => ({ rule: 'nothing is pending at the end', message }))
}
