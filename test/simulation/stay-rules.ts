import type { Money } from '@campstore/core/money'
import { eventsRule } from '../random-faults/checks/events.ts'
import type { EventRecord } from '../random-faults/history.ts'
import type { Change, Row, SimulatedDatabase } from './database.ts'
import type { BookingRow } from './statements.ts'

/** The latest date by the policy. */
const lastDay = '2026-11-20'

const sumOf = (refunds: readonly Row[]): number => refunds.reduce((sum, { amount }) => sum + Number(amount), 0)

/** A paid booking that was cancelled, with its payment. */
type Cancelled = { id: string; eventId: string | undefined; isByMember: boolean }

/** Judges what happens to paid stays: who came, and what is given back. */
export function createStayRules(options: {
  truth: { promised: ReadonlyMap<string, Money>; reports: ReadonlySet<string> }
  database: SimulatedDatabase
  note: (what: string) => void
  violate: (rule: string, what: string) => void
}) {
  const { truth, database, note, violate } = options

  /** Who comes is recorded for confirmed stays, and leaves their member no right to cancel them. */
  const judgeAttendance = (before: BookingRow, after: BookingRow, history: readonly Row[]) => {
    const { id, status, attendance, checkIn } = after
    const isRecorded = history.some(({ reason }) => reason === (attendance ?? 'attendance withdrawn'))
    if (attendance !== before.attendance && attendance !== null) {
      note('attendance was recorded')
      if (!isRecorded || status !== 'confirmed')
        violate('attendance is of bookings that were confirmed, and their history has it', `${id} is ${status}`)
    }
    if (attendance !== null && checkIn > lastDay) violate('attendance is of stays that have begun', `${id}: ${checkIn}`)
    const isByMember = history.some(({ actorType }) => actorType === 'member')
    if (attendance !== null && isByMember) violate('no member cancels a stay that was attended', id)
  }

  const refundsFor = (id: string) => [...database.rows('refund').values()].filter(({ targetId }) => targetId === id)

  /** A member gets the share of the rest that was promised; staff give back the rest. */
  const judgeCancellation = (changes: readonly Change[], { id, eventId = '', isByMember }: Cancelled) => {
    const opened = changes.flatMap(({ table, before, after }) =>
      table === 'refund' && !before && after?.targetId === id ? [after] : [],
    )
    const paid = Number(database.rows('payment_notification').get(eventId)?.amount)
    const left = paid - sumOf(refundsFor(id).filter(row => row.cause !== 'unapplied' && !opened.includes(row)))
    const share = isByMember ? Number(truth.promised.get(id)) / paid : 1
    const owed = Math.min(Math.ceil(left * share), left)
    if (sumOf(opened) !== owed) violate('a cancelled stay has the refund that was promised', `${id}: ${owed}`)
  }

  const judgeRefunds = (changes: readonly Change[]) => {
    for (const { table, before, after } of changes) {
      if (table !== 'refund' || !after) continue
      if (before?.status === 'done') violate('a refund is made once', `${after.reference} after ${before.reference}`)
      const { amount } = database.rows('payment_notification').get(String(after.eventId)) ?? {}
      const given = refundsFor(String(after.targetId)).filter(({ eventId }) => eventId === after.eventId)
      if (sumOf(given) > Number(amount)) violate('no more is given back than was paid', `${sumOf(given)} of ${amount}`)
    }
  }

  /** Each refund has its events; the rest of the events, `checkEvents` compares. */
  const judgeRefundEvents = (events: readonly EventRecord[]) => {
    for (const [id, refunds] of Map.groupBy(database.rows('refund').values(), ({ targetId }) => String(targetId))) {
      const isDue = refunds.some(({ status, cause }) => status === 'due' && cause !== 'unapplied')
      const isDone = refunds.some(({ status }) => status === 'done')
      const expected = [...(isDue ? ['payment.refund-due'] : []), ...(isDone ? ['payment.refund-done'] : [])]
      for (const type of expected)
        if (!events.some(event => event.subject === id && event.type === type))
          violate(eventsRule, `${id} has no ${type}`)
    }
  }

  const ended = (events: readonly EventRecord[]) => {
    judgeRefundEvents(events)
    for (const eventId of truth.reports)
      if (!database.rows('refund_notification').has(eventId)) violate('each report of a refund is recorded', eventId)
    for (const { refundOf, reference, outcome } of database.rows('refund_notification').values()) {
      const refunds = [...database.rows('refund').values()].filter(({ eventId }) => eventId === refundOf)
      if (outcome === 'not_due' && refunds.length > 0 && refunds.every(({ status }) => status === 'due'))
        violate('a refund that was reported before is not due', String(reference))
    }
  }

  return { judgeAttendance, judgeCancellation, judgeRefunds, ended }
}
