import { createWriteStream } from 'node:fs'
import type { HoldKind } from '@campstore/holds/hold-definition'

// All instants are in milliseconds since 1970.

/** What a request does. */
export type Action =
  | ('checkout' | 'cancel' | 'change' | 'confirm-cod' | 'payment-form' | 'read' | 'browse')
  | ('staff-list' | 'confirm' | 'complete' | 'ship' | 'staff-cancel' | 'movement' | 'closure' | 'coupon')

/** A quantity of something limited: `zone:<zone>:<night>`, `rental:<variant>:<night>`, `stock:<variant>`, `coupon:<id>`. */
export type Quantity = { resource: string; quantity: number }

/** A booking or an order according to a response. */
export type SeenHold = {
  id: string
  status: string
  paymentStatus: string
  deadline: number
  amount: string
  /** The coupon that is applied. */
  coupon?: string | undefined
}

/** What is known of a request before it is sent. */
export type RequestDetails = {
  action: Action
  kind?: HoldKind | undefined
  /** The booking or order that the request names, or that its response created. */
  subject?: string | undefined
  /** Idempotency key. */
  key?: string | undefined
  /** Distinguishes two requests with the same key. */
  payload?: string | undefined
  /** What a checkout wants to hold. */
  requested?: readonly Quantity[] | undefined
  /** What a stock movement adds or removes. */
  delta?: Quantity | undefined
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
  kind: HoldKind
  target: string
  amount: string
  defect: PaymentDefect | 'none'
  /** The deadline of what is paid, as its member knows it; undefined for an unknown target. */
  deadline?: number | undefined
  /** When it was first published. */
  sentAt: number
  /** When the broker first confirmed it; undefined if it never did. */
  confirmedAt?: number | undefined
  /** How often it was published, on purpose or for lack of a confirm. */
  attempts: number
}

/** An event as a subscriber received it. */
export type EventRecord = {
  id: string
  type: string
  subject: string
  /** When it happened, according to the service. */
  time: number
  receivedAt: number
  data: Readonly<Record<string, unknown>>
}

/** A fault as it was injected. */
export type FaultRecord = {
  number: number
  kind: string
  beganAt: number
  /** When its servers and processes were started or resumed. */
  endedAt: number
  /** When every process was ready again. */
  healedAt: number
}

/** Everything that was seen from outside while the system ran. */
export type History = {
  requests: RequestRecord[]
  payments: PaymentRecord[]
  events: EventRecord[]
  faults: FaultRecord[]
}

/** A history that is also written to a file. */
export type Recorder = ReturnType<typeof startRecorder>

/** Begins a history in a file of JSON lines. Payments change until the end, and are written then. */
export function startRecorder(file: string) {
  const out = createWriteStream(file)
  const history: History = { requests: [], payments: [], events: [], faults: [] }
  const write = (type: string, record: object) => void out.write(`${JSON.stringify({ type, ...record })}\n`)
  const addTo =
    <T extends object>(records: T[], type: string) =>
    (record: T) => {
      records.push(record)
      write(type, record)
    }
  return {
    ...history,
    request: addTo(history.requests, 'request'),
    payment: (record: PaymentRecord) => void history.payments.push(record),
    event: addTo(history.events, 'event'),
    fault: addTo(history.faults, 'fault'),
    close: async (): Promise<void> => {
      for (const record of history.payments) write('payment', record)
      await new Promise<void>(resolve => out.end(resolve))
    },
  }
}
