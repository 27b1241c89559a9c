import { expect, test } from 'vitest'
import type { EventRecord, History, HoldRecord, PaymentRecord, RequestRecord, StoredPayment } from '../history.ts'
import { checkEvents } from './events.ts'
import { checkHolds, checkIdempotency, checkToldDeadlines } from './holds.ts'
import { checkPaymentsInTime, checkPaymentsOnce } from './payments.ts'
import { checkPending } from './pending.ts'
import { checkExits, checkRollOuts } from './processes.ts'
import { checkRecords, checkWrites } from './writes.ts'

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
const request = (action: RequestRecord['action'], sentAt: number, status = 'pending'): RequestRecord => ({
  ...checkout,
  action,
  sentAt,
  respondedAt: sentAt + 100,
  seen: { id: 'b-1', status, deadline: 21_000, amount: '800.00' },
})

const note = { ...request('note', 5_000), key: 'k' }

const created = { from: null, to: 'pending', at: 950, actor: 'member', reason: null }
const attended = { from: 'confirmed', to: 'confirmed', at: 6_000, actor: 'admin', reason: 'arrived' }
const endedBy = (actor: string, at: number) => ({ from: 'pending', to: 'cancelled', at, actor, reason: null })
const expired: HoldRecord = {
  kind: 'booking',
  id: 'b-1',
  status: 'cancelled',
  paymentStatus: 'unpaid',
  amount: '800.00',
  deadline: 21_000,
  codConfirmed: false,
  transitions: [created, endedBy('system', 21_030)],
}
const paid: HoldRecord = { ...expired, status: 'pending', paymentStatus: 'paid', transitions: [created] }

const event = (type: string, time: number, data: Record<string, unknown> = {}): EventRecord => ({
  id: `${type} ${time}`,
  type,
  subject: 'b-1',
  time,
  data: { finalAmount: '800.00', ...data },
})
const creation = event('booking.created', 950)
const expiry = event('booking.cancelled', 21_030, { reason: 'expired' })

const payment: PaymentRecord = {
  eventId: 'p-1',
  target: 'b-1',
  amount: '800.00',
  defect: 'none',
  deadline: 21_000,
  sentAt: 4_900,
  confirmedAt: 5_000,
}
const inTime = { payments: [payment] }
const applied: StoredPayment = { eventId: 'p-1', target: 'b-1', outcome: 'applied', reason: null, receivedAt: 5_010 }
const unapplied = { ...inTime, storedPayments: [{ ...applied, outcome: 'unapplied', reason: 'cancelled' }] }

/** What a check says of a history with the given parts. That it says nothing of a good history, every run of faults shows. */
type Case = [check: (history: History) => readonly { message: string }[], parts: Partial<History>, message: string]

const replaced = { number: 1, kind: 'upgrade', changesRelease: true, beganAt: 800, healedAt: 1_200 }
const cases: Record<string, Case> = {
  'cash on delivery that expired': [
    checkHolds,
    { requests: [checkout, request('confirm-cod', 5_000)], storedHolds: [expired] },
    'ended by the system',
  ],
  'a read of "cancelled" before the deadline': [
    checkHolds,
    { requests: [checkout, request('read', 8_000, 'cancelled')], storedHolds: [expired] },
    'before its deadline',
  ],
  'a deadline by a clock that is ahead': [
    history => checkToldDeadlines(history, 19_000),
    { requests: [checkout] },
    'was told, instead of',
  ],
  'a lost write': [checkWrites, { requests: [request('confirm', 5_000)], storedHolds: [paid] }, 'confirm succeeded at'],
  'a note that is lost': [checkRecords, { requests: [note] }, '"note k" is stored 0 times'],
  'a failed note that is stored twice': [
    checkRecords,
    { requests: [{ ...note, status: 503 }], storedTexts: ['note k', 'note k'] },
    '"note k" is stored 2 times',
  ],
  'attendance without an event': [
    checkEvents,
    { storedHolds: [{ ...paid, transitions: [created, attended] }], events: [creation, event('booking.paid', 5_000)] },
    'expected booking.attendance, booking.created, booking.paid',
  ],
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
  'a payment in time that is not recorded': [
    checkPaymentsInTime,
    inTime,
    '16000 ms before the deadline, and not recorded',
  ],
  'a payment in time whose hold expired': [
    checkPaymentsInTime,
    { ...unapplied, storedHolds: [expired] },
    'unapplied: cancelled',
  ],
  'a payment that is recorded twice': [
    checkPaymentsOnce,
    { ...inTime, storedPayments: [applied, applied] },
    'recorded more than once',
  ],
  'a payment that is lost': [checkPaymentsOnce, inTime, 'nothing recorded it'],
  'an unapplied payment without an event': [checkPaymentsOnce, unapplied, 'no event reports it'],
  'a payment without defect that is rejected': [checkPaymentsOnce, { ...inTime, rejected: ['p-1'] }, 'it was rejected'],
  'an event too many': [
    checkEvents,
    { storedHolds: [expired], events: [creation, expiry, { ...expiry, id: 'another' }] },
    'received booking.cancelled: expired, booking.cancelled: expired',
  ],
  'an event with another amount': [
    checkEvents,
    { storedHolds: [paid], events: [creation, event('booking.paid', 5_000, { finalAmount: '1.00' })] },
    'booking.paid has the amount 1.00, the database 800.00',
  ],
}

test.each(Object.entries(cases))('%s', (_, [check, parts, message]) => {
  const stored = { storedHolds: [], storedPayments: [], storedTexts: [], holdStatements: [] }
  const nothing = { payments: [], faults: [], events: [], rejected: [], ...stored }
  const found = check({ ...nothing, requests: [checkout], ...parts }).map(({ message }) => message)
  expect(found).toEqual([expect.stringContaining(message)])
})

test('what is pending at the end, and a process that exits by itself, are found', () => {
  const pending = { openHolds: 1, outbox: 0, queues: [['booking.payments.parked', 1]] as const, audit: [] }
  expect(checkPending(pending, ['of two'])).toHaveLength(3)
  const exit = { process: 'booking 0', requested: 'terminate' as const, how: 'exit code 0', lastLine: '' }
  expect(checkExits([exit, { ...exit, requested: 'nothing' }])).toHaveLength(1)
})
