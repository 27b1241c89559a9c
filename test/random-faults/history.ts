import { createWriteStream } from 'node:fs'
import type { HoldKind } from '@campstore/holds/hold-definition'
import type { StoredHold } from '@campstore/testing/stored-holds'

// All instants are in milliseconds since 1970.

export type Action =
  | ('checkout' | 'cancel' | 'change' | 'confirm-cod' | 'payment-form' | 'read' | 'browse')
  | ('cancellation' | 'cancel-stay' | 'attendance' | 'policy' | RecordingAction)
  | ('staff-list' | 'refund-list' | 'confirm' | 'ship' | 'complete' | 'return' | 'staff-cancel' | 'movement')

/** What staff record with a text of their own, which is {@link textOf} its request. */
export const recordingActions = ['note', 'goodwill', 'change-stay', 'return-part', 'refund-done', 'withdraw'] as const
export type RecordingAction = (typeof recordingActions)[number]

/** The text of a note, a reason or a reference, by the action and the key of its request. */
export const textOf = (action: string, key: string): string => `${action} ${key}`

/** A booking or an order according to a response. */
export type SeenHold = { id: string; status: string; deadline: number; amount: string }

/** What is known of a request before it is sent. */
export type RequestDetails = {
  action: Action
  kind?: HoldKind | undefined
  /** The booking or order that the request names, or that its response created. */
  subject?: string | undefined
  key?: string | undefined
  /** Distinguishes two requests with the same key. */
  payload?: string | undefined
  /** Whether a change of an order touches its coupon, and with it the amount due. */
  changesAmount?: boolean | undefined
}

/** One request with its response, as its client saw it. */
export type RequestRecord = RequestDetails & {
  actor: string
  sentAt: number
  respondedAt: number
  /** 0 without a response. */
  status: number
  /** The error code, `NO_RESPONSE` without a response, undefined on success. */
  code?: string | undefined
  /** What a successful response contains. */
  seen?: SeenHold | undefined
  /** The body of a checkout's response, and of every failure. */
  text?: string | undefined
}

/** What is wrong with a payment notification, on purpose. */
export type PaymentDefect =
  | ('wrong-amount' | 'wrong-currency' | 'wrong-signature')
  | ('malformed' | 'unknown-target' | 'failed')

/** One payment notification, as its publisher saw it. */
export type PaymentRecord = {
  eventId: string
  target: string
  amount: string
  defect: PaymentDefect | 'none'
  /** The deadline of the paid hold, as its member knows it. */
  deadline: number
  /** When it was first published. */
  sentAt: number
  /** When the broker first confirmed it; undefined if it never did. */
  confirmedAt?: number | undefined
}

export type EventRecord = {
  id: string
  type: string
  subject: string
  /** When it happened, according to the service. */
  time: number
  data: Readonly<Record<string, unknown>>
}

export type FaultRecord = {
  number: number
  kind: string
  /** Whether the system was brought to another release. */
  changesRelease: boolean
  beganAt: number
  /** When every process was ready again. */
  healedAt: number
}

export type StoredPayment = {
  eventId: string
  target: string
  outcome: string
  reason: string | null
  receivedAt: number
}

/** What is compared of a booking or an order in the database. */
export type HoldRecord = Pick<
  StoredHold,
  'kind' | 'id' | 'status' | 'paymentStatus' | 'amount' | 'deadline' | 'codConfirmed' | 'transitions'
>

/** The input of the checks: observations from outside while the system ran, and the contents of the servers at the end. */
export type History = {
  requests: RequestRecord[]
  payments: PaymentRecord[]
  faults: FaultRecord[]
  events: EventRecord[]
  /** Event ids of payments in the queue of rejected ones. */
  rejected: string[]
  storedHolds: HoldRecord[]
  storedPayments: StoredPayment[]
  /** Texts of notes, changes, returns and goodwill refunds, and references of refunds. */
  storedTexts: string[]
  /** How many holds each statement has taken that took some. */
  holdStatements: number[]
}

/** Writes a history to a file of JSON lines, in which `grep` finds all that is known of a booking or an order. */
export async function writeHistory(file: string, history: History): Promise<void> {
  const out = createWriteStream(file)
  for (const [type, records] of Object.entries(history))
    for (const record of records) out.write(`${JSON.stringify({ type, record })}\n`)
  await new Promise<void>(resolve => out.end(resolve))
}
