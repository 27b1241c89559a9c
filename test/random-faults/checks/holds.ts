import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import type { StoredHold } from '@campstore/testing/stored-holds'
import type { Action, History, RequestRecord } from '../history.ts'
import { clockTime, type Evidence, holdsById, requestsBySubject, type Violation } from './violation.ts'

const holdRule = 'a hold lasts until its deadline'
const writesRule = 'responses agree with the database'

/**
 * Every successful checkout is stored with the deadline of its response, and only its member or staff may end it before that
 * deadline. The system never ends one that was confirmed for cash on delivery.
 */
export function checkHolds({ history, stored }: Evidence): Violation[] {
  const holds = holdsById(stored)
  return [...requestsBySubject(history.requests)].flatMap(([subject, requests]) => {
    const checkout = requests.find(({ action, status, seen }) => action === 'checkout' && status === 200 && seen)
    if (checkout?.seen === undefined) return []
    const hold = holds.get(subject)
    const messages = hold
      ? [
          ...wrongEnd(hold, checkout.seen.deadline, requests),
          ...wrongReads(hold, requests),
          ...wrongEvents(hold, history),
        ]
      : ['its checkout succeeded, and it is not stored']
    return messages.map(message => ({ rule: holdRule, subject, message }))
  })
}

function wrongEnd(
  { transitions, ...hold }: StoredHold,
  deadline: number,
  requests: readonly RequestRecord[],
): string[] {
  const messages: string[] = []
  if (Math.abs(hold.deadline - deadline) > 1)
    messages.push(`the response has the deadline ${clockTime(deadline)}, the database ${clockTime(hold.deadline)}`)
  const end = transitions.find(({ to }) => to === 'cancelled')
  if (end === undefined) return messages
  const sent = (action: Action) => requests.some(one => one.action === action && one.sentAt <= end.at)
  if (end.actor === 'member' && !sent('cancel')) messages.push('it was cancelled by its member without a request')
  if (end.actor === 'admin' && !sent('staff-cancel')) messages.push('it was cancelled by staff without a request')
  if (end.actor !== 'system') return messages
  if (transitions.at(-1)?.reason === unverifiedExpiryReason)
    messages.push(`it was ended at ${clockTime(end.at)}, and it was not known whether it was paid`)
  if (end.at < deadline)
    messages.push(`it was ended ${Math.round(deadline - end.at)} ms before its deadline ${clockTime(deadline)}`)
  if (requests.some(({ action, status }) => action === 'confirm-cod' && status === 200))
    messages.push('it was confirmed for cash on delivery, but ended by the system')
  return messages
}

/** A read before the deadline that contains `cancelled`, though no cancellation had been sent by then. */
function wrongReads({ deadline }: StoredHold, requests: readonly RequestRecord[]): string[] {
  const cancellations = requests.filter(({ action }) => action === 'cancel' || action === 'staff-cancel')
  const early = requests.find(
    ({ action, seen, respondedAt }) =>
      action === 'read' &&
      seen?.status === 'cancelled' &&
      respondedAt < deadline &&
      !cancellations.some(({ sentAt }) => sentAt <= respondedAt),
  )
  return early ? [`a read at ${clockTime(early.respondedAt)} returned "cancelled", before its deadline`] : []
}

/** The event of an expiry that came before the deadline. Its arrival is observed, while the instants in it are a process's. */
function wrongEvents({ id, deadline }: StoredHold, { events }: History): string[] {
  const early = events.find(
    ({ subject, data, receivedAt }) => subject === id && data.reason === 'expired' && receivedAt < deadline,
  )
  return early ? [`the event of its expiry came ${Math.round(deadline - early.receivedAt)} ms before its deadline`] : []
}

/** Deadlines are told in whole milliseconds, by a clock that is read before the commit. */
const deadlineToleranceMs = 50

/** A deadline is told by the true time: the hold's duration after an instant between the request and its response. */
export function checkToldDeadlines({ requests }: Pick<History, 'requests'>, holdMs: number): Violation[] {
  const attempts = Map.groupBy(
    requests.filter(({ action }) => action === 'checkout'),
    ({ key }) => key,
  )
  return [...attempts.values()].flatMap(sameKey => {
    const held = sameKey.find(({ status, seen }) => status === 200 && seen)
    if (held?.seen === undefined) return []
    const earliest = Math.min(...sameKey.map(({ sentAt }) => sentAt)) + holdMs
    const { subject, respondedAt, seen } = held
    const isRight =
      seen.deadline >= earliest - deadlineToleranceMs && seen.deadline <= respondedAt + holdMs + deadlineToleranceMs
    const told = `at ${clockTime(respondedAt)} the deadline ${clockTime(seen.deadline)} was told`
    return isRight ? [] : [{ rule: holdRule, subject, message: `${told}, instead of ${clockTime(earliest)}` }]
  })
}

/** What a successful response of each write means for the database at the end. */
const results: Partial<Record<Action, (hold: StoredHold) => boolean>> = {
  cancel: ({ status }) => status === 'cancelled',
  'staff-cancel': ({ status }) => status === 'cancelled',
  confirm: ({ status }) => status === 'confirmed' || status === 'completed',
  ship: ({ status }) => status === 'shipped' || status === 'completed',
  complete: ({ status }) => status === 'completed',
  'confirm-cod': ({ codConfirmed }) => codConfirmed,
}

/** No write with a successful response is lost. */
export function checkWrites({ history, stored }: Evidence): Violation[] {
  const holds = holdsById(stored)
  const lost = history.requests.flatMap(({ action, status, subject, respondedAt }) => {
    const isDone = results[action]
    if (status !== 200 || subject === undefined || isDone === undefined) return []
    const hold = holds.get(subject)
    if (hold && isDone(hold)) return []
    const message = `${action} succeeded at ${clockTime(respondedAt)}, and it is stored as ${hold?.status ?? 'nothing'}`
    return [{ rule: writesRule, subject, message }]
  })
  return [...lost, ...checkMovements({ history, stored })]
}

/** At least as many movements are stored as succeeded, and at most as many as may have been made. */
function checkMovements({ history, stored }: Evidence): Violation[] {
  const sent = history.requests.flatMap(({ delta, status }) => (delta ? [{ ...delta, status }] : []))
  const keyOf = (resource: string, quantity: number) => `${resource} ${quantity}`
  const counts = Map.groupBy(
    stored.movements.filter(({ reason }) => reason === 'counted'),
    ({ variantId, delta }) => keyOf(`stock:${variantId}`, delta),
  )
  return [...Map.groupBy(sent, ({ resource, quantity }) => keyOf(resource, quantity))].flatMap(([key, requests]) => {
    const succeeded = requests.filter(({ status }) => status === 201).length
    const possible = requests.filter(({ status }) => status < 400 || status >= 500).length
    const found = counts.get(key)?.length ?? 0
    if (found >= succeeded && found <= possible) return []
    const message = `movements of ${key}: ${succeeded} succeeded, ${possible} possible, ${found} stored`
    return [{ rule: writesRule, message }]
  })
}
