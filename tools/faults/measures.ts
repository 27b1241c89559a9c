import type { FaultRecord, History, RequestRecord } from './history.ts'
import type { Stored } from './stored.ts'

/** What is seen to work again after a fault. */
export const activities = ['checkout', 'payment', 'read'] as const
export type Activity = (typeof activities)[number]

/** Milliseconds from the begin and from the end of a fault to the first success; undefined where there was none. */
export type Recovery = Record<Activity, { afterBegin: number | undefined; afterEnd: number | undefined }>

/** Faults of one kind, and how the system recovered from each. */
export type FaultKindSummary = {
  kind: string
  count: number
  /** Requests that were sent from the begin of a fault until it was healed, and how many of them failed. */
  requests: number
  failed: number
  recoveries: readonly Recovery[]
}

/** When something succeeded: the response to a request that was sent after an instant shows that it works. */
type Success = { sentAt: number; doneAt: number }

/** Whether an answer is a failure of the system, and not a refusal that the contract knows. */
export const isFailure = ({ status }: Pick<RequestRecord, 'status'>): boolean => status === 0 || status >= 500

/** How the system recovered from faults, by kind. A checkout counts as done also where it was refused for want of sites. */
export function recoveries(history: History, stored: Pick<Stored, 'payments'>): FaultKindSummary[] {
  const answered = (actions: readonly string[]): Success[] =>
    history.requests
      .filter(request => actions.includes(request.action) && !isFailure(request))
      .map(({ sentAt, answeredAt }) => ({ sentAt, doneAt: answeredAt }))
  const confirmedAt = new Map(history.payments.map(({ eventId, confirmedAt }) => [eventId, confirmedAt]))
  const successes: Record<Activity, Success[]> = {
    checkout: answered(['checkout']),
    read: answered(['read', 'browse']),
    payment: stored.payments.map(({ eventId, receivedAt }) => ({
      sentAt: confirmedAt.get(eventId) ?? receivedAt,
      doneAt: receivedAt,
    })),
  }
  const kinds = [...new Set(history.faults.map(({ kind }) => kind))].toSorted()
  return kinds.map(kind => {
    const faults = history.faults.filter(fault => fault.kind === kind)
    const during = history.requests.filter(({ sentAt }) =>
      faults.some(({ beganAt, healedAt }) => sentAt >= beganAt && sentAt <= healedAt),
    )
    return {
      kind,
      count: faults.length,
      requests: during.length,
      failed: during.filter(isFailure).length,
      recoveries: faults.map(fault => recoveryFrom(fault, successes)),
    }
  })
}

function recoveryFrom({ beganAt, endedAt }: FaultRecord, successes: Record<Activity, Success[]>): Recovery {
  const both = (activity: Activity) => ({
    afterBegin: firstAfter(successes[activity], beganAt),
    // What came back while the fault still lasted took no time after its end.
    afterEnd: firstAfter(successes[activity], endedAt),
  })
  return { checkout: both('checkout'), payment: both('payment'), read: both('read') }
}

function firstAfter(successes: readonly Success[], instant: number): number | undefined {
  const done = successes
    .filter(({ sentAt, doneAt }) => sentAt >= instant && doneAt >= instant)
    .map(({ doneAt }) => doneAt)
  return done.length === 0 ? undefined : Math.min(...done) - instant
}

/** Faults of these do not touch how holds end. */
const besideHolds = /^(gateway|products|me|admin|Redis) /

/**
 * How many milliseconds after their deadline holds ended: all of them, and undisturbed ones, where no fault of the broker,
 * of the database or of a process that holds fell into the life of the hold.
 */
export function latenessOfEnds(history: History, stored: Pick<Stored, 'holds'>): { calm: number[]; all: number[] } {
  const faults = history.faults.filter(({ kind }) => !kind.split(' + ').every(part => besideHolds.test(part)))
  const ends = stored.holds.flatMap(({ deadline, steps }) => {
    const end = steps.find(({ to, actor }) => to === 'cancelled' && actor === 'system')
    if (end === undefined) return []
    const began = steps[0]?.at ?? deadline
    const disturbed = faults.some(({ beganAt, healedAt }) => healedAt >= began && beganAt <= end.at)
    return [{ late: end.at - deadline, disturbed }]
  })
  return {
    calm: ends.filter(({ disturbed }) => !disturbed).map(({ late }) => late),
    all: ends.map(({ late }) => late),
  }
}

/** The value below which a part of the values lies; undefined of none. */
export function percentile(values: readonly number[], part: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
