import { isFailure } from './client.ts'
import type { FaultRecord, History } from './history.ts'
import type { Stored } from './stored.ts'

/** What is measured after a fault. */
export const activities = ['checkout', 'payment', 'read'] as const
export type Activity = (typeof activities)[number]

/** When something succeeded: only the response to a request that was sent after an instant shows that it works then. */
type Success = { sentAt: number; doneAt: number }

/**
 * How the system recovered from faults, by kind. A checkout that was refused for lack of sites counts as a success.
 *
 * @returns per kind, how many requests were sent from the begin of a fault until it was healed, how many of them failed, and
 *   milliseconds from the begin and from the end of each fault to the first success, undefined if there was none
 */
export function recoveries(history: History, stored: Pick<Stored, 'payments'>) {
  const responses = (actions: readonly string[]): Success[] =>
    history.requests
      .filter(request => actions.includes(request.action) && !isFailure(request))
      .map(({ sentAt, respondedAt }) => ({ sentAt, doneAt: respondedAt }))
  const confirmedAt = new Map(history.payments.map(({ eventId, confirmedAt }) => [eventId, confirmedAt]))
  const successes: Record<Activity, Success[]> = {
    checkout: responses(['checkout']),
    read: responses(['read', 'browse']),
    payment: stored.payments.map(({ eventId, receivedAt }) => ({
      sentAt: confirmedAt.get(eventId) ?? receivedAt,
      doneAt: receivedAt,
    })),
  }
  const byKind = [...Map.groupBy(history.faults, ({ kind }) => kind)].toSorted(([a], [b]) => a.localeCompare(b))
  return byKind.map(([kind, faults]) => {
    const during = history.requests.filter(({ sentAt }) =>
      faults.some(({ beganAt, healedAt }) => sentAt >= beganAt && sentAt <= healedAt),
    )
    const failed = during.filter(isFailure).length
    const each = faults.map(fault => recoveryFrom(fault, successes))
    return { kind, count: faults.length, requests: during.length, failed, recoveries: each }
  })
}

function recoveryFrom({ beganAt, endedAt }: FaultRecord, successes: Record<Activity, Success[]>) {
  const from = (activity: Activity) => ({
    afterBegin: firstAfter(successes[activity], beganAt),
    afterEnd: firstAfter(successes[activity], endedAt),
  })
  return { checkout: from('checkout'), payment: from('payment'), read: from('read') }
}

function firstAfter(successes: readonly Success[], instant: number): number | undefined {
  const done = successes.filter(({ sentAt, doneAt }) => sentAt >= instant && doneAt >= instant)
  return done.length === 0 ? undefined : Math.min(...done.map(({ doneAt }) => doneAt)) - instant
}

/** Faults that do not affect how holds end. */
const unrelatedToHolds = /^(gateway|products|me|admin|Redis) /

/**
 * How many milliseconds after their deadline holds expired: all of them, and the undisturbed ones, during which there was no
 * fault of the broker, the database, booking or checkout.
 */
export function latenessOfExpiries(
  history: History,
  stored: Pick<Stored, 'holds'>,
): { undisturbed: number[]; all: number[] } {
  const faults = history.faults.filter(({ kind }) => !kind.split(' + ').every(part => unrelatedToHolds.test(part)))
  const expiries = stored.holds.flatMap(({ deadline, transitions }) => {
    const end = transitions.find(({ to, actor }) => to === 'cancelled' && actor === 'system')
    if (end === undefined) return []
    const began = transitions[0]?.at ?? deadline
    const isDisturbed = faults.some(({ beganAt, healedAt }) => healedAt >= began && beganAt <= end.at)
    return [{ late: end.at - deadline, isDisturbed }]
  })
  return {
    undisturbed: expiries.filter(({ isDisturbed }) => !isDisturbed).map(({ late }) => late),
    all: expiries.map(({ late }) => late),
  }
}
