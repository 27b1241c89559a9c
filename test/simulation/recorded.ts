import type { EventRecord, History, HoldRecord } from '../random-faults/history.ts'
import type { SimulatedBroker } from './broker.ts'
import type { Row, SimulatedDatabase } from './database.ts'

/** Where the events of a history end. */
export const collector = 'collector'

/** A payment as the payment service knows it: its hold, and when the broker confirmed it. */
export type Payment = { eventId: string; bookingId: string; confirmedAt: number | undefined }

/** What the checks of `test/random-faults` are given of a history: what was seen from outside, and what is stored at the end. */
export function recordedOf(
  payments: ReadonlyMap<string, Payment>,
  database: SimulatedDatabase,
  broker: SimulatedBroker,
) {
  const rows = (table: string) => [...database.rows(table).values()]
  const history = Map.groupBy(rows('status_history'), ({ bookingId }) => bookingId)
  return {
    events: eventsIn(broker),
    rejected: [],
    payments: [...payments.values()].map(({ eventId, bookingId, confirmedAt }) => ({
      eventId,
      target: bookingId,
      confirmedAt,
      amount: '',
      defect: 'none' as const,
      deadline: 0,
      sentAt: 0,
    })),
    storedPayments: [...database.rows('payment_notification')].map(([eventId, { targetId, outcome, reason }]) => ({
      eventId,
      target: String(targetId),
      outcome: String(outcome),
      receivedAt: 0,
      reason: reason === null ? null : String(reason),
    })),
    storedHolds: rows('booking').map(row => holdOf(row, history.get(row.id) ?? [])),
  } satisfies Partial<History>
}

const holdOf = ({ id, status, paymentStatus, finalAmount }: Row, history: readonly Row[]): HoldRecord => ({
  kind: 'booking',
  id: String(id),
  status: String(status),
  paymentStatus: String(paymentStatus),
  amount: String(finalAmount),
  deadline: 0,
  codConfirmed: false,
  transitions: history.map(({ from = null, to, actorType, reason = null }) => ({
    from: from as string | null,
    to: String(to),
    at: 0,
    actor: String(actorType),
    reason: reason as string | null,
  })),
})

/** Without their times: PostgreSQL's clock may have jumped back. */
const eventsIn = ({ queues }: SimulatedBroker): EventRecord[] =>
  (queues.get(collector)?.ready ?? []).map(({ content }) => ({ ...JSON.parse(content.toString()), time: 0 }))
