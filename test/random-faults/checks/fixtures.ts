import type { StoredHold } from '@campstore/testing/stored-holds'
import { describe, expect, test } from 'vitest'
import type { EventRecord, FaultRecord, PaymentRecord, RequestRecord, SeenHold } from '../history.ts'
import type { Stored, StoredPayment } from '../stored.ts'
import type { Evidence, Violation } from './violation.ts'

// Instants of these histories are small numbers: a hold begins at 1,000 and lasts until 21,000.

/** A response of a checkout that holds something until 21,000. */
export const seenHold = (id: string, changes: Partial<SeenHold> = {}): SeenHold => ({
  id,
  status: 'pending',
  paymentStatus: 'unpaid',
  deadline: 21_000,
  amount: '800.00',
  ...changes,
})

/** A successful checkout of member `ann`, unless the changes say otherwise. */
export const checkout = (changes: Partial<RequestRecord> = {}): RequestRecord => {
  const { subject = 'b-1', sentAt = 900 } = changes
  return {
    ...request('checkout', sentAt),
    subject,
    key: `key of ${subject}`,
    payload: '{}',
    requested: [{ resource: 'zone:lake:2026-12-01', quantity: 1 }],
    seen: seenHold(subject),
    text: `held as ${subject}`,
    ...changes,
  }
}

/** Another successful request about the same booking, with its response after 100 ms. */
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
  respondedAt: sentAt + 100,
  status: 200,
  ...changes,
})

export const created = { from: null, to: 'pending', at: 950, actor: 'member', reason: null }
export const endedBy = (actor: string, at: number) => ({ from: 'pending', to: 'cancelled', at, actor, reason: null })

/** A booking that expired at its deadline. */
export const storedHold = (changes: Partial<StoredHold> = {}): StoredHold => ({
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
  ...changes,
})

/** A booking that was paid. */
export const paidHold = (changes: Partial<StoredHold> = {}): StoredHold =>
  storedHold({ status: 'pending', paymentStatus: 'paid', transitions: [created], ...changes })

/** A payment of the booking without defect, confirmed before the deadline. */
export const payment = (changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
  eventId: 'p-1',
  kind: 'booking',
  target: 'b-1',
  amount: '800.00',
  defect: 'none',
  deadline: 21_000,
  sentAt: 4_900,
  confirmedAt: 5_000,
  attempts: 1,
  ...changes,
})

/** The record of the payment: applied, unless the changes say otherwise. */
export const storedPayment = (changes: Partial<StoredPayment> = {}): StoredPayment => ({
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

/** Parts of the evidence; what is not given is empty. */
export type EvidenceParts = Partial<Stored> & {
  requests?: RequestRecord[]
  sent?: PaymentRecord[]
  events?: EventRecord[]
  faults?: FaultRecord[]
}

export const evidenceOf = (parts: EvidenceParts): Evidence => {
  const { requests = [], sent = [], events = [], faults = [], ...stored } = parts
  return {
    history: { requests, payments: sent, events, faults },
    stored: { holds: [], payments: [], keys: [], movements: [], ...stored },
  }
}

/** A case of a check: what it is about, the evidence, and a part of the message of each violation that must be found. */
export type CheckCase = [name: string, parts: EvidenceParts, ...messages: string[]]

/** Tests a check by its cases. */
export function testCheck(rule: string, check: (evidence: Evidence) => Violation[], cases: readonly CheckCase[]): void {
  describe(rule, () => {
    test.each(cases)('%s', (_, parts, ...messages) => {
      const found = check(evidenceOf(parts)).map(({ message }) => message)
      expect(found).toEqual(messages.map(message => expect.stringContaining(message)))
    })
  })
}
