import { clockTime } from './checks/violation.ts'
import type { FaultRecord, History } from './history.ts'
import type { Stored } from './stored.ts'

type Entry = { at: number; text: string }

/** All that is known about a booking or an order, with the faults around it, in order of time. */
export function timelineOf(subject: string, history: History, stored: Stored): string[] {
  const entries = [...seenFromOutside(subject, history), ...inDatabase(subject, stored)]
  const first = Math.min(...entries.map(({ at }) => at))
  const last = Math.max(...entries.filter(({ text }) => !text.startsWith('read ')).map(({ at }) => at))
  const faults = history.faults.filter(({ beganAt, healedAt }) => healedAt >= first && beganAt <= last)
  return [...entries, ...faults.flatMap(faultEntries)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => `${clockTime(at)} ${text}`)
}

const seenFromOutside = (subject: string, { requests, payments, events }: History): Entry[] => [
  ...requests
    .filter(request => request.subject === subject)
    .map(({ sentAt, respondedAt, action, actor, status, code, seen }) => {
      const response = `${status}${code ? ` ${code}` : ''} after ${respondedAt - sentAt} ms`
      const state = seen ? ` (${seen.status}, ${seen.paymentStatus})` : ''
      return { at: sentAt, text: `${action} by ${actor}: ${response}${state}` }
    }),
  ...payments
    .filter(({ target }) => target === subject)
    .map(({ sentAt, defect, eventId, confirmedAt, amount }) => {
      const confirm = confirmedAt === undefined ? 'never confirmed' : `confirmed at ${clockTime(confirmedAt)}`
      return { at: sentAt, text: `payment ${eventId} (defect ${defect}, ${amount}) published, ${confirm}` }
    }),
  ...events
    .filter(event => event.subject === subject)
    .map(({ time, type, receivedAt }) => ({ at: time, text: `event ${type}, received at ${clockTime(receivedAt)}` })),
]

const inDatabase = (subject: string, { holds, payments }: Stored): Entry[] => [
  ...payments
    .filter(({ target }) => target === subject)
    .map(({ receivedAt, eventId, outcome, reason }) => ({
      at: receivedAt,
      text: `payment ${eventId} recorded as ${outcome}${reason ? `: ${reason}` : ''}`,
    })),
  ...holds
    .filter(({ id }) => id === subject)
    .flatMap(({ deadline, transitions }) => [
      { at: deadline, text: 'deadline' },
      ...transitions.map(({ at, from, to, actor }) => ({ at, text: `stored: ${from ?? 'new'} to ${to} by ${actor}` })),
    ]),
]

const faultEntries = ({ kind, beganAt, endedAt, healedAt }: FaultRecord): Entry[] => [
  { at: beganAt, text: `fault: ${kind} begins` },
  { at: endedAt, text: `fault: ${kind} ends` },
  { at: healedAt, text: `fault: ${kind} is healed` },
]
