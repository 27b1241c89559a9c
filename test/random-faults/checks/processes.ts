import { isFailure } from '../client.ts'
import type { ProcessExit } from '../fleet.ts'
import type { History } from '../history.ts'
import { clockTime, type Violation } from './violation.ts'

/** The load reaches the system: without held bookings and orders, all other rules would hold trivially. */
export function checkLoad({ requests }: Pick<History, 'requests'>): Violation[] {
  const isHeld = (kind: string) =>
    requests.some(request => request.action === 'checkout' && request.kind === kind && request.status === 200)
  return ['booking', 'order']
    .filter(kind => !isHeld(kind))
    .map(kind => ({ rule: 'the load holds bookings and orders', message: `no ${kind} was ever held` }))
}

/** Where holds are to meet in one statement, one statement in five takes several at least. */
export function checkBatches({ holdStatements }: Pick<History, 'holdStatements'>): Violation[] {
  const several = holdStatements.filter(holds => holds > 1).length
  if (several * 5 >= holdStatements.length) return []
  const message = `only ${several} of ${holdStatements.length} statements took several holds`
  return [{ rule: 'holds meet in one statement', message }]
}

/**
 * A request that fails because of a fault is refused with a reason; an internal error has none. A process of 1.0.0 cannot list a refund of
 * cash (docs/operations.md#migrate-and-upgrade).
 */
export function checkReasons({ faults, requests }: Pick<History, 'faults' | 'requests'>): Violation[] {
  const hasOldProcesses = faults.some(({ changesRelease }) => changesRelease)
  return requests
    .filter(({ code, action }) => code === 'INTERNAL_ERROR' && !(hasOldProcesses && action === 'refund-list'))
    .map(({ action, text }) => ({ rule: 'failures have a reason', message: `${action}: ${text}` }))
}

/** A process is replaced, and the database migrated, without a checkout that fails: other processes take the requests. */
export const checkRollOuts = ({ faults, requests }: Pick<History, 'faults' | 'requests'>): Violation[] =>
  faults
    .filter(({ changesRelease }) => changesRelease)
    .flatMap(({ kind, beganAt, healedAt }) =>
      requests
        .filter(({ action, sentAt }) => action === 'checkout' && sentAt >= beganAt && sentAt <= healedAt)
        .filter(isFailure)
        .map(({ sentAt, status, text }) => ({
          rule: 'no checkout fails because of an upgrade or a roll-back',
          message: `${kind}: at ${clockTime(sentAt)}: ${status} ${text}`,
        })),
    )

/** No process exits unasked, and SIGTERM stops it gracefully. */
export function checkExits(exits: readonly ProcessExit[]): Violation[] {
  return exits.flatMap(({ process, requested, how, lastLine }) => {
    if (requested === 'kill' || (requested === 'terminate' && how === 'exit code 0')) return []
    const rule = requested === 'nothing' ? 'no process exits by itself' : 'SIGTERM stops a process gracefully'
    return [{ rule, message: `${process}: ${how}: ${lastLine}` }]
  })
}
