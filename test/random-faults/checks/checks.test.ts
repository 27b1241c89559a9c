import type { StoredHold } from '@campstore/testing/stored-holds'
import { expect, test } from 'vitest'
import type { EventRecord, History, PaymentRecord, RequestRecord, StoredPayment } from '../history.ts'
import { checkEvents } from './events.ts'
import { checkHolds, checkIdempotency, checkToldDeadlines, checkWrites } from './holds.ts'
import { checkPaymentsInTime, checkPaymentsOnce } from './payments.ts'
import { checkExits, checkPending, checkRollOuts } from './processes.ts'

// Instants of these histories are small numbers: the booking b-1 is held from 1,000 until 21,000, and then expires.

const checkout: RequestRecord = {
  actor: 'ann',
  action: 'checkout',
  kind: 'booking',
  subject: 'b-1',
  key: 'k',
  payload: '{}',
  sentAt: 900,
  respondedAt: 1_000,
  status: 200,
  seen: { id: 'b-1', status: 'pending', deadline: 21_000, amount: '800.00' },
  text: 'held',
}
const request = (
  action: RequestRecord['action'],
  sentAt: number,
  changes: Partial<RequestRecord> = {},
): RequestRecord => ({
  actor: 'ann',
  action,
  kind: 'booking',
  subject: 'b-1',
  sentAt,
  respondedAt: sentAt + 100,
  status: 200,
  ...changes,
})
const readCancelled = (sentAt: number) =>
  request('read', sentAt, { seen: { id: 'b-1', status: 'cancelled', deadline: 21_000, amount: '800.00' } })

const created = { from: null, to: 'pending', at: 950, actor: 'member', reason: null }
const endedBy = (actor: string, at: number) => ({ from: 'pending', to: 'cancelled', at, actor, reason: null })
const expired: StoredHold = {
  kind: 'booking',
  id: 'b-1',
  customerId: 'ann',
  status: 'cancelled',
  paymentStatus: 'unpaid',
  amount: '800.00',
  createdAt: 950,
  deadline: 21_000,
  updatedAt: 21_030,
  codConfirmed: false,
  transitions: [created, endedBy('system', 21_030)],
  steps: [],
  reservations: [],
  payments: [],
}
const endedEarly: StoredHold = { ...expired, transitions: [created, endedBy('system', 20_900)] }
const paid: StoredHold = { ...expired, status: 'pending', paymentStatus: 'paid', transitions: [created] }

const event = (type: string, time: number, data: Record<string, unknown> = {}): EventRecord => ({
  id: `${type} ${time}`,
  type,
  subject: 'b-1',
  time,
  data: { finalAmount: '800.00', ...data },
})
const creation = event('booking.created', 950)
const expiry = event('booking.cancelled', 21_030, { reason: 'expired' })

const payment = (changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
  eventId: 'p-1',
  target: 'b-1',
  amount: '800.00',
  defect: 'none',
  deadline: 21_000,
  sentAt: 4_900,
  confirmedAt: 5_000,
  ...changes,
})
const stored = (outcome: string, reason: string | null = null): StoredPayment[] => [
  { eventId: 'p-1', target: 'b-1', outcome, reason, receivedAt: 5_010 },
]

/** What a check says of a history with the given parts. That it says nothing of a good history, every run of faults shows. */
type Case = [check: (history: History) => readonly { message: string }[], parts: Partial<History>, message: string]

const replaced = { number: 1, kind: 'upgrade', changesRelease: true, beganAt: 800, healedAt: 1_200 }
const holds: Record<string, Case> = {
  'one that the system ended early': [checkHolds, { storedHolds: [endedEarly] }, 'ended 100 ms before'],
  'cash on delivery that expired': [
    checkHolds,
    { requests: [checkout, request('confirm-cod', 5_000)], storedHolds: [expired] },
    'ended by the system',
  ],
  'a read of "cancelled" before the deadline': [
    checkHolds,
    { requests: [checkout, readCancelled(8_000)], storedHolds: [expired] },
    'before its deadline',
  ],
  'a deadline by a clock that is ahead': [
    history => checkToldDeadlines(history, 19_000),
    { requests: [checkout] },
    'was told, instead of',
  ],
  'a lost write': [checkWrites, { requests: [request('confirm', 5_000)], storedHolds: [paid] }, 'confirm succeeded at'],
  'a key of two bookings': [
    checkIdempotency,
    { requests: [checkout, { ...checkout, subject: 'b-2' }] },
    'several checkouts',
  ],
  'a checkout that fails while a process is replaced': [
    checkRollOuts,
    { requests: [{ ...checkout, status: 503 }], faults: [replaced] },
    '503',
  ],
}

const inTime = { payments: [payment()] }
const unappliedAs = (reason: string) => ({ ...inTime, storedPayments: stored('unapplied', reason) })
const payments: Record<string, Case> = {
  'one in time that is not recorded': [checkPaymentsInTime, inTime, '16000 ms before the deadline, and not recorded'],
  'one in time whose hold expired': [
    checkPaymentsInTime,
    { ...unappliedAs('cancelled'), storedHolds: [expired] },
    'unapplied: cancelled',
  ],
  'one that is recorded twice': [
    checkPaymentsOnce,
    { ...inTime, storedPayments: [...stored('applied'), ...stored('applied')] },
    'recorded more than once',
  ],
  'one that is lost': [checkPaymentsOnce, inTime, 'nothing recorded it'],
  'an unapplied one without an event': [checkPaymentsOnce, unappliedAs('cancelled'), 'no event reports it'],
  'one without defect that is rejected': [checkPaymentsOnce, { ...inTime, rejected: ['p-1'] }, 'it was rejected'],
}

const events: Record<string, Case> = {
  'one too many': [
    checkEvents,
    { storedHolds: [expired], events: [creation, expiry, { ...expiry, id: 'another' }] },
    'received booking.cancelled: expired, booking.cancelled: expired',
  ],
  'another amount': [
    checkEvents,
    { storedHolds: [paid], events: [creation, event('booking.paid', 5_000, { finalAmount: '1.00' })] },
    'booking.paid has the amount 1.00, the database 800.00',
  ],
}

test.each(Object.entries({ ...holds, ...payments, ...events }))('%s', (_, [check, parts, message]) => {
  const nothing = { payments: [], faults: [], events: [], rejected: [], storedHolds: [], storedPayments: [] }
  const found = check({ ...nothing, requests: [checkout], ...parts }).map(({ message }) => message)
  expect(found).toEqual([expect.stringContaining(message)])
})

test('what is pending at the end, and a process that exits by itself, are found', () => {
  const pending = { openHolds: 1, outbox: 0, queues: [['booking.payments.parked', 1]] as const, audit: [] }
  expect(checkPending(pending, 1)).toHaveLength(3)
  const exit = { process: 'booking 0', requested: 'terminate' as const, how: 'exit code 0', lastLine: '' }
  expect(checkExits([exit, { ...exit, requested: 'nothing' }])).toHaveLength(1)
})
