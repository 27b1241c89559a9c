import type { RequestRecord } from '../history.ts'
import type { StoredHold } from '../stored.ts'
import { clockTime, type Evidence, groupedBy, type Violation } from './violation.ts'

const keptRule = 'what was held for a member is held until its deadline'
const writesRule = 'what was answered is what the database has'

/**
 * Every successful checkout is stored with the deadline of its response, and only its member or the staff may end it before
 * that deadline. The system never ends one that was confirmed for cash on delivery.
 */
export function judgeKeptHolds({ history, stored }: Evidence): Violation[] {
  const holds = new Map(stored.holds.map(hold => [hold.id, hold]))
  const bySubject = groupedBy(history.requests, ({ kind, subject }) => (kind === undefined ? undefined : subject))
  return [...bySubject].flatMap(([subject, requests]) => {
    const answered = requests.find(({ action, status, seen }) => action === 'checkout' && status === 200 && seen)
    if (answered?.seen === undefined) return []
    const hold = holds.get(subject)
    if (hold === undefined) return [{ rule: keptRule, subject, found: 'it was answered as held and is not stored' }]
    return [...violationsOfHold(hold, answered.seen.deadline, requests), ...violationsOfReads(hold, requests)].map(
      found => ({
        rule: keptRule,
        subject,
        found,
      }),
    )
  })
}

function violationsOfHold(hold: StoredHold, deadline: number, requests: readonly RequestRecord[]): string[] {
  const violations: string[] = []
  if (Math.abs(hold.deadline - deadline) > 1)
    violations.push(`its deadline was answered as ${clockTime(deadline)} and is stored as ${clockTime(hold.deadline)}`)
  const ended = hold.steps.find(({ to }) => to === 'cancelled')
  if (ended === undefined) return violations
  const cancelSent = (action: string) => requests.some(one => one.action === action && one.sentAt <= ended.at)
  if (ended.actor === 'member' && !cancelSent('cancel'))
    violations.push('it was cancelled by its member without a request')
  if (ended.actor === 'admin' && !cancelSent('staff-cancel'))
    violations.push('it was cancelled by staff without a request')
  if (ended.actor !== 'system') return violations
  if (ended.at < deadline)
    violations.push(`it was ended ${Math.round(deadline - ended.at)} ms before its deadline ${clockTime(deadline)}`)
  if (requests.some(({ action, status }) => action === 'confirm-cod' && status === 200))
    violations.push('it was confirmed for cash on delivery, but ended by the system')
  return violations
}

/** A read before the deadline that says cancelled, though no cancellation had been sent by then. */
function violationsOfReads({ deadline }: StoredHold, requests: readonly RequestRecord[]): string[] {
  const early = requests.find(
    ({ action, seen, answeredAt }) =>
      action === 'read' &&
      seen?.status === 'cancelled' &&
      answeredAt < deadline &&
      !requests.some(one => (one.action === 'cancel' || one.action === 'staff-cancel') && one.sentAt <= answeredAt),
  )
  return early ? [`a read at ${clockTime(early.answeredAt)} said cancelled, before its deadline`] : []
}

/** What a successful answer of each write means for what is stored in the end. */
const lasting: Partial<Record<RequestRecord['action'], (hold: StoredHold) => boolean>> = {
  cancel: ({ status }) => status === 'cancelled',
  'staff-cancel': ({ status }) => status === 'cancelled',
  confirm: ({ status }) => status === 'confirmed' || status === 'completed',
  ship: ({ status }) => status === 'shipped' || status === 'completed',
  complete: ({ status }) => status === 'completed',
  'confirm-cod': ({ codConfirmed }) => codConfirmed,
}

/** Every write that was answered as done is done; none is lost. */
export function judgeAnsweredWrites({ history, stored }: Evidence): Violation[] {
  const holds = new Map(stored.holds.map(hold => [hold.id, hold]))
  const lost = history.requests.flatMap(({ action, status, subject, answeredAt }) => {
    const isDone = lasting[action]
    if (status !== 200 || subject === undefined || isDone === undefined) return []
    const hold = holds.get(subject)
    if (hold && isDone(hold)) return []
    return [
      {
        rule: writesRule,
        subject,
        found: `${action} was answered with 200 at ${clockTime(answeredAt)}, and it is stored as ${hold?.status ?? 'nothing'}`,
      },
    ]
  })
  return [...lost, ...judgeMovements({ history, stored })]
}

/** As many movements of each kind as were answered, at most as many as may have been made. */
function judgeMovements({ history, stored }: Evidence): Violation[] {
  const sent = history.requests.filter(({ action, delta }) => action === 'movement' && delta !== undefined)
  const kindOf = (resource: string, quantity: number) => `${resource} ${quantity}`
  const byKind = groupedBy(sent, ({ delta }) => delta && kindOf(delta.resource, delta.quantity))
  const booked = groupedBy(
    stored.movements.filter(({ reason }) => reason === 'counted'),
    ({ variantId, delta }) => kindOf(`stock:${variantId}`, delta),
  )
  return [...byKind].flatMap(([kind, requests]) => {
    const done = requests.filter(({ status }) => status === 201).length
    const possible = requests.filter(({ status }) => status < 400 || status >= 500).length
    const found = booked.get(kind)?.length ?? 0
    if (found >= done && found <= possible) return []
    return [
      { rule: writesRule, found: `movements of ${kind}: ${done} answered, ${possible} possible, ${found} stored` },
    ]
  })
}
