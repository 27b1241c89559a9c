import { createWriteStream } from 'node:fs'

/** What can be held: a booking or an order. */
export type HoldKind = 'booking' | 'order'

/** What a request asks for. */
export type Action =
  | 'checkout'
  | 'cancel'
  | 'change'
  | 'confirm-cod'
  | 'payment-form'
  | 'read'
  | 'browse'
  | 'staff-list'
  | 'confirm'
  | 'complete'
  | 'ship'
  | 'staff-cancel'
  | 'movement'
  | 'closure'
  | 'coupon'

/** A quantity of something limited: `zone:<zone>:<night>`, `rental:<variant>:<night>`, `stock:<variant>`, `coupon:<id>`. */
export type Quantity = { resource: string; quantity: number }

/** What an answer says of a booking or an order; instants are in milliseconds of the epoch. */
export type SeenHold = {
  id: string
  status: string
  paymentStatus: string
  deadline: number
  amount: string
  /** The coupon that the answer says is applied. */
  coupon?: string | undefined
}

/** One request with its answer, as its sender saw it; instants are in milliseconds of the epoch. */
export type RequestRecord = {
  actor: string
  action: Action
  kind?: HoldKind | undefined
  /** The booking, order or other thing that the request names, or that its answer made. */
  subject?: string | undefined
  /** Idempotency key. */
  key?: string | undefined
  /** Distinguishes what two requests with the same key asked for. */
  payload?: string | undefined
  /** What a checkout asks to hold. */
  requested?: readonly Quantity[] | undefined
  /** What a stock movement adds or takes. */
  delta?: Quantity | undefined
  /** Whether a change of an order touches its coupon, and with it the amount that is due. */
  changesAmount?: boolean | undefined
  sentAt: number
  answeredAt: number
  /** 0 when there was no answer. */
  status: number
  /** The error's code, `NO_ANSWER` when there was none, undefined on success. */
  code?: string | undefined
  /** What a successful answer says. */
  seen?: SeenHold | undefined
  /** The body of a checkout's answer, without the request's id. */
  text?: string | undefined
}

/** What was wrong with a payment notification, on purpose. */
export type PaymentFlavor =
  | 'right'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'wrong-signature'
  | 'malformed'
  | 'unknown-target'
  | 'failed'

/** One payment notification, as its publisher saw it. */
export type PaymentRecord = {
  eventId: string
  kind: HoldKind
  target: string
  amount: string
  flavor: PaymentFlavor
  /** The deadline of what is paid, as it was answered to its member; absent for an unknown target. */
  deadline?: number | undefined
  /** When the first attempt was published. */
  sentAt: number
  /** When the broker first confirmed that it has it; absent when it never did. */
  confirmedAt?: number | undefined
  /** How often it was published, by intent or because no confirm came. */
  attempts: number
}

/** An event as a subscriber received it. */
export type EventRecord = {
  id: string
  type: string
  subject: string
  /** When the service says it happened. */
  time: number
  receivedAt: number
  data: Readonly<Record<string, unknown>>
}

/** A fault as it was carried out. */
export type FaultRecord = {
  number: number
  kind: string
  beganAt: number
  /** When its servers were started or resumed and its processes were started again. */
  endedAt: number
  /** When everything that it hit answered again. */
  healedAt: number
}

/** Everything that was seen from outside while the system ran. */
export type History = {
  requests: RequestRecord[]
  payments: PaymentRecord[]
  events: EventRecord[]
  faults: FaultRecord[]
}

/** A history that is written to a file, line by line, as it grows. */
export type Recorder = History & {
  request(record: RequestRecord): void
  payment(record: PaymentRecord): void
  event(record: EventRecord): void
  fault(record: FaultRecord): void
  close(): Promise<void>
}

/** Begins a history in a file of JSON lines. Payments are written when the history is closed: they change until then. */
export function startRecorder(file: string): Recorder {
  const out = createWriteStream(file)
  const write = (type: string, record: object) => void out.write(`${JSON.stringify({ type, ...record })}\n`)
  const history: History = { requests: [], payments: [], events: [], faults: [] }
  return {
    ...history,
    request: record => {
      history.requests.push(record)
      write('request', record)
    },
    payment: record => void history.payments.push(record),
    event: record => {
      history.events.push(record)
      write('event', record)
    },
    fault: record => {
      history.faults.push(record)
      write('fault', record)
    },
    close: async () => {
      for (const record of history.payments) write('payment', record)
      await new Promise<void>(resolve => out.end(resolve))
    },
  }
}
