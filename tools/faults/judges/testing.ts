import type { EventRecord, FaultRecord, PaymentRecord, RequestRecord } from '../history.ts'
import type { Stored, StoredHold, StoredPayment } from '../stored.ts'
import type { Evidence } from './violation.ts'

// Instants of these histories are small numbers: a hold is answered at 1,000 and lasts until 21,000.

/** A checkout of member `ann` that was answered as held, unless the changes say otherwise. */
export const checkout = (changes: Partial<RequestRecord> = {}): RequestRecord => {
  const subject = changes.subject ?? 'b-1'
  return {
    actor: 'ann',
    action: 'checkout',
    kind: 'booking',
    subject,
    key: `key of ${subject}`,
    payload: '{}',
    requested: [{ resource: 'zone:lake:2026-12-01', quantity: 1 }],
    sentAt: 900,
    answeredAt: 1_000,
    status: 200,
    seen: { id: subject, status: 'pending', paymentStatus: 'unpaid', deadline: 21_000, amount: '800.00' },
    text: `held as ${subject}`,
    ...changes,
  }
}

/** Another request about the same booking. */
export const request = (
  action: RequestRecord['action'],
  sentAt: number,
  changes: Partial<RequestRecord> = {},
): RequestRecord => ({
  actor: 'ann',
  action,
  kind: 'booking',
  subject: 'b-1',
  sentAt,
  answeredAt: sentAt + 100,
  status: 200,
  ...changes,
})

/** A booking that ended by itself at its deadline. */
export const storedHold = (changes: Partial<StoredHold> = {}): StoredHold => ({
  kind: 'booking',
  id: 'b-1',
  customerId: 'ann',
  status: 'cancelled',
  paymentStatus: 'unpaid',
  amount: '800.00',
  deadline: 21_000,
  codConfirmed: false,
  coupon: null,
  steps: [created, endedBy('system', 21_030)],
  ...changes,
})

export const created = { from: null, to: 'pending', at: 950, actor: 'member', reason: null }
export const endedBy = (actor: string, at: number) => ({ from: 'pending', to: 'cancelled', at, actor, reason: null })

/** A booking that was paid. */
export const paidHold = (changes: Partial<StoredHold> = {}): StoredHold =>
  storedHold({ status: 'pending', paymentStatus: 'paid', steps: [created], ...changes })

/** A right payment of the booking, confirmed in time. */
export const payment = (changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
  eventId: 'p-1',
  kind: 'booking',
  target: 'b-1',
  amount: '800.00',
  flavor: 'right',
  deadline: 21_000,
  sentAt: 4_900,
  confirmedAt: 5_000,
  attempts: 1,
  ...changes,
})

/** How the payment was recorded: as applied, unless the changes say otherwise. */
export const storedPayment = (changes: Partial<StoredPayment> = {}): StoredPayment => ({
  kind: 'booking',
  eventId: 'p-1',
  target: 'b-1',
  outcome: 'applied',
  reason: null,
  receivedAt: 5_010,
  ...changes,
})

/** An event about the booking. */
export const event = (type: string, data: Record<string, unknown> = {}, time = 1_000): EventRecord => ({
  id: `${type} ${time}`,
  type,
  subject: 'b-1',
  time,
  receivedAt: time + 50,
  data,
})

/** What there is to judge; nothing where nothing is said. */
export const evidenceOf = (
  parts: Partial<Stored> & {
    requests?: RequestRecord[]
    sent?: PaymentRecord[]
    events?: EventRecord[]
    faults?: FaultRecord[]
  },
): Evidence => {
  const { requests = [], sent = [], events = [], faults = [], ...stored } = parts
  return {
    history: { requests, payments: sent, events, faults },
    stored: { holds: [], payments: [], keys: [], customers: [], movements: [], ...stored },
  }
}
