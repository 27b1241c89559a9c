import { z } from 'zod'
import type { EventRecord, History, HoldRecord } from '../history.ts'
import { holdsById, type Violation } from './violation.ts'

export const eventsRule = 'events are complete and agree with the database'

/**
 * The events of each booking and order, each once by its id, match its status history: one for every transition, none else,
 * the creation first, and the same amount.
 */
export function checkEvents(history: Pick<History, 'events' | 'storedHolds'>): Violation[] {
  const distinct = [...new Map(history.events.map(event => [event.id, event])).values()]
  const aboutHolds = distinct.filter(({ type }) => !type.startsWith('payment.'))
  const bySubject = Map.groupBy(aboutHolds, ({ subject }) => subject)
  const holds = holdsById(history)
  const unknown = [...bySubject.keys()].filter(subject => !holds.has(subject))
  return [
    ...unknown.map(subject => ({ rule: eventsRule, subject, message: 'there are events, and nothing is stored' })),
    ...history.storedHolds.flatMap(hold =>
      mismatches(hold, bySubject.get(hold.id) ?? []).map(message => ({ rule: eventsRule, subject: hold.id, message })),
    ),
  ]
}

function mismatches(hold: HoldRecord, events: readonly EventRecord[]): string[] {
  const received = events.map(nameOf).filter(name => name !== 'order.updated')
  const [actual, expected] = [received, expectedEvents(hold)].map(names => names.toSorted().join(', '))
  const messages = actual === expected ? [] : [`received ${actual || 'nothing'}; expected ${expected}`]
  const created = events.find(({ type }) => type === `${hold.kind}.created`)
  const earlier = events.find(({ time }) => created !== undefined && time < created.time)
  if (earlier) messages.push(`${earlier.type} has an earlier time than the creation`)
  const earlierAmounts = new Set<unknown>(
    events.map(({ data }) => changedEvent.safeParse(data).data?.before.finalAmount),
  )
  for (const { type, data } of events) {
    const amount = type === 'order.paid' ? data.total : data.finalAmount
    if (amount !== undefined && amount !== hold.amount && !earlierAmounts.has(amount))
      messages.push(`${type} has the amount ${String(amount)}, the database ${hold.amount}`)
  }
  return messages
}

/** What `booking.changed` says of the stay before the change. */
const changedEvent = z.object({ before: z.object({ finalAmount: z.string() }) })

/** An event with the reason of its cancellation: `order.cancelled: expired`. */
const nameOf = ({ type, data }: EventRecord): string =>
  type.endsWith('.cancelled') ? `${type}: ${String(data.reason)}` : type

const reasons: Record<string, string> = { member: 'member', admin: 'staff', system: 'expired' }

/** The events of what staff did without changing the status, by the first word of the reason that the workload gives. */
const recordedEvents: Record<string, string> = {
  goodwill: 'refund-opened',
  'change-stay': 'changed',
  'return-part': 'returned',
  arrived: 'attendance',
  'no-show': 'attendance',
}

/** The events that follow from the database. */
function expectedEvents({ kind, transitions, paymentStatus, codConfirmed }: HoldRecord): string[] {
  const changed = transitions.filter(({ from, to }) => from !== null && from !== to)
  const recorded = transitions.flatMap(({ from, to, actor, reason }) => {
    const event = from === to && actor === 'admin' && recordedEvents[reason?.split(' ')[0] ?? '']
    return event ? [`${kind}.${event}`] : []
  })
  // Cash on delivery is paid when the order is completed, without a separate event.
  const paid = paymentStatus !== 'unpaid' && !codConfirmed ? [`${kind}.paid`] : []
  return [
    `${kind}.created`,
    ...(codConfirmed ? ['order.cod-confirmed'] : []),
    ...paid,
    ...recorded,
    ...(paymentStatus === 'refunded' ? [`${kind}.refunded`] : []),
    ...changed.map(({ to, actor }) => `${kind}.${to}${to === 'cancelled' ? `: ${reasons[actor] ?? actor}` : ''}`),
  ]
}
