import type { EventRecord } from '../history.ts'
import type { StoredHold } from '../stored.ts'
import { type Evidence, groupedBy, type Violation } from './violation.ts'

const rule = 'events are complete and agree with the database'

/**
 * What a subscriber received of each booking and order, each event once by its id, is what the database says has happened:
 * every step once, none that did not happen, the creation first, amounts and final state the same.
 */
export function judgeEvents({ history, stored }: Evidence): Violation[] {
  const distinct = [...new Map(history.events.map(event => [event.id, event])).values()]
  const aboutHolds = distinct.filter(({ type }) => type !== 'payment.unapplied')
  const bySubject = groupedBy(aboutHolds, ({ subject }) => subject)
  const known = new Set(stored.holds.map(({ id }) => id))
  const unknown = [...bySubject.keys()].filter(subject => !known.has(subject))
  return [
    ...unknown.map(subject => ({ rule, subject, found: 'there are events, and nothing is stored' })),
    ...stored.holds.flatMap(hold =>
      flawsOf(hold, bySubject.get(hold.id) ?? []).map(found => ({ rule, subject: hold.id, found })),
    ),
  ]
}

function flawsOf(hold: StoredHold, events: readonly EventRecord[]): string[] {
  const received = events
    .map(nameOf)
    .filter(name => name !== 'order.updated')
    .toSorted()
  const expected = expectedOf(hold).toSorted()
  const violations: string[] = []
  if (received.join() !== expected.join())
    violations.push(`received ${received.join(', ') || 'nothing'}; expected ${expected.join(', ')}`)
  const created = events.find(({ type }) => type === `${hold.kind}.created`)
  const earlier = events.find(({ time }) => created !== undefined && time < created.time)
  if (earlier) violations.push(`${earlier.type} says that it happened before the creation`)
  for (const { type, data } of events) {
    const state = stateAfter(type)
    if (state !== undefined && data[state.field] !== state.value)
      violations.push(`${type} carries ${state.field} ${String(data[state.field])}`)
    const amount = type === 'order.paid' ? data.total : data.finalAmount
    if (amount !== undefined && amount !== hold.amount)
      violations.push(`${type} carries the amount ${String(amount)}, stored is ${hold.amount}`)
  }
  return violations
}

/** An event with the reason of its cancellation: `order.cancelled: expired`. */
const nameOf = ({ type, data }: EventRecord): string =>
  type.endsWith('.cancelled') ? `${type}: ${String(data.reason)}` : type

const endings: Record<string, string> = { member: 'member', admin: 'staff', system: 'expired' }

/** The events that follow from what the database has. */
function expectedOf({ kind, steps, paymentStatus, codConfirmed }: StoredHold): string[] {
  const reached = (status: string) => steps.filter(step => step.to === status && step.from !== status)
  const moved = kind === 'booking' ? ['confirmed', 'completed'] : ['shipped', 'completed']
  const cashOnDelivery = codConfirmed ? ['order.cod-confirmed'] : []
  // Cash on delivery is paid by the completion, which says so itself.
  const paid = paymentStatus === 'paid' && !codConfirmed ? [`${kind}.paid`] : []
  return [
    `${kind}.created`,
    ...cashOnDelivery,
    ...paid,
    ...moved.flatMap(status => reached(status).map(() => `${kind}.${status}`)),
    ...reached('cancelled').map(({ actor }) => `${kind}.cancelled: ${endings[actor] ?? actor}`),
  ]
}

/** What an event must say of the state in which it leaves its booking or order. */
function stateAfter(type: string): { field: string; value: string } | undefined {
  const [, step = ''] = type.split('.')
  if (step === 'paid') return { field: 'paymentStatus', value: 'paid' }
  return ['confirmed', 'shipped', 'completed', 'cancelled'].includes(step)
    ? { field: 'status', value: step }
    : undefined
}
