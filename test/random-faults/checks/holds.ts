import { withoutSecondsLeft } from '../../system/client.ts'
import type { Action, History, HoldRecord, RequestRecord } from '../history.ts'
import { clockTime, holdsById, requestsBySubject, type Violation } from './violation.ts'

const holdRule = 'a hold lasts until its deadline'

/**
 * Every checkout is stored with the deadline of its response, and only its member or staff may end it before that deadline: that the
 * system does not is an invariant of the audit. The system never ends one that was confirmed for cash on delivery.
 */
export function checkHolds(history: History): Violation[] {
  const holds = holdsById(history)
  return [...requestsBySubject(history)].flatMap(([subject, requests]) => {
    const told = requests.find(({ action, status }) => action === 'checkout' && status === 200)?.seen
    if (told === undefined) return []
    const hold = holds.get(subject)
    const messages = hold ? [...wrongEnd(hold, told.deadline, requests), ...wrongReads(hold, requests)] : []
    return messages.map(message => ({ rule: holdRule, subject, message }))
  })
}

function wrongEnd(
  { transitions, ...hold }: HoldRecord,
  deadline: number,
  requests: readonly RequestRecord[],
): string[] {
  const messages: string[] = []
  if (Math.abs(hold.deadline - deadline) > 1)
    messages.push(`the response has the deadline ${clockTime(deadline)}, the database ${clockTime(hold.deadline)}`)
  const end = transitions.find(({ to }) => to === 'cancelled')
  if (end === undefined) return messages
  const sent = (...actions: Action[]) => requests.some(one => actions.includes(one.action) && one.sentAt <= end.at)
  if (end.actor === 'member' && !sent('cancel', 'cancel-stay'))
    messages.push('it was cancelled by its member without a request')
  if (end.actor === 'admin' && !sent('staff-cancel')) messages.push('it was cancelled by staff without a request')
  if (end.actor === 'system' && requests.some(({ action, status }) => action === 'confirm-cod' && status === 200))
    messages.push('it was confirmed for cash on delivery, but ended by the system')
  return messages
}

const cancels: readonly Action[] = ['cancel', 'cancel-stay', 'staff-cancel']

/**
 * A read before the deadline that contains `cancelled`, though no cancellation had been sent by then. Instants in the database may be
 * reads of a process with a wrong clock, while reads are observed.
 */
function wrongReads({ deadline }: HoldRecord, requests: readonly RequestRecord[]): string[] {
  const cancellations = requests.filter(({ action }) => cancels.includes(action))
  const early = requests.find(
    ({ action, seen, respondedAt }) =>
      action === 'read' &&
      seen?.status === 'cancelled' &&
      respondedAt < deadline &&
      !cancellations.some(({ sentAt }) => sentAt <= respondedAt),
  )
  return early ? [`a read at ${clockTime(early.respondedAt)} returned "cancelled", before its deadline`] : []
}

const checkoutsByKey = ({ requests }: Pick<History, 'requests'>): Map<string | undefined, RequestRecord[]> =>
  Map.groupBy(
    requests.filter(({ action }) => action === 'checkout'),
    ({ key }) => key,
  )

/** Deadlines are told in whole milliseconds, by a clock that is read before the commit. */
const deadlineToleranceMs = 50

/** A deadline is told by the true time: the hold's duration after an instant between the request and its response. */
export function checkToldDeadlines(history: Pick<History, 'requests'>, holdMs: number): Violation[] {
  return [...checkoutsByKey(history).values()].flatMap(sameKey => {
    const held = sameKey.find(({ status }) => status === 200)
    if (held?.seen === undefined) return []
    const earliest = Math.min(...sameKey.map(({ sentAt }) => sentAt)) + holdMs
    const { subject, respondedAt, seen } = held
    const isRight =
      seen.deadline >= earliest - deadlineToleranceMs && seen.deadline <= respondedAt + holdMs + deadlineToleranceMs
    const told = `at ${clockTime(respondedAt)} the deadline ${clockTime(seen.deadline)} was told`
    return isRight ? [] : [{ rule: holdRule, subject, message: `${told}, instead of ${clockTime(earliest)}` }]
  })
}

/** Requests with the same key: one booking or order, one response, and no other payload that succeeds. */
export function checkIdempotency(history: Pick<History, 'requests'>): Violation[] {
  return [...checkoutsByKey(history).values()].flatMap(requests => {
    const successes = requests.filter(({ status }) => status === 200)
    const differs = (read: (request: RequestRecord) => unknown) => new Set(successes.map(read)).size > 1
    const messages: string[] = []
    if (differs(({ subject }) => subject)) messages.push('one key, several checkouts')
    if (differs(({ text }) => withoutSecondsLeft(text))) messages.push('one key, different responses')
    if (differs(({ payload }) => payload)) messages.push('one key, two successful payloads')
    const payloads = new Set(requests.map(({ payload }) => payload))
    if (payloads.size === 1 && requests.some(({ code }) => code === 'IDEMPOTENCY_CONFLICT'))
      messages.push('the same payload was refused as another one')
    const subject = successes[0]?.subject
    return messages.map(message => ({ rule: 'one idempotency key is one checkout', subject, message }))
  })
}

/** How late a hold may end, also on a machine that is busy with other work. */
const latestMs = 5_000

/** Without a fault every hold ends soon after its deadline, and no process that lives is taken for dead. */
export function checkCalm({ storedHolds, requests }: Pick<History, 'storedHolds' | 'requests'>): Violation[] {
  const rule = 'a hold ends soon after its deadline'
  return [
    ...storedHolds.flatMap(({ id, deadline, transitions }) => {
      const { at = deadline } = transitions.find(({ to, actor }) => to === 'cancelled' && actor === 'system') ?? {}
      return at - deadline > latestMs ? [{ rule, subject: id, message: `after ${at - deadline} ms` }] : []
    }),
    ...requests
      .filter(({ status }) => status === 503 || status === 504)
      .map(({ action, status, text }) => ({
        rule: 'no living process is taken for dead',
        message: `${action}: ${status} ${text}`,
      })),
  ]
}
