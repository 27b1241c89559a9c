/** The processes of a service; `a` is the one whose checks and expiries are modelled. */
export type Name = 'a' | 'b'
/** A quorum queue delivers messages of two priorities; how it orders the two is not defined. */
export type Lane = 'normal' | 'high'

/** A message of the payments queue: the payment of the hold, or a part of a settlement check. */
export type Message =
  | { kind: 'payment'; isProcessed?: true; isSetAside?: true }
  | { kind: 'check'; sentAt: number; lane: Lane; isRedelivered?: true }

export type Process = {
  isAlive: boolean
  /** Whether it consumes payments; only the active consumer gets any. */
  hasChannel: boolean
  hasDatabase: boolean
  /** Messages that it has got and not acknowledged, in their order. */
  hand: Message[]
}

export type HoldStatus = 'open' | 'paid' | 'expired' | 'expired unverified'

/** One hold with one payment, its queue and two processes. Times are in seconds. */
export type State = {
  now: number
  /** How far PostgreSQL's clock has jumped. */
  jump: number
  hold: HoldStatus
  /** The rule that an expiry has broken. */
  broken: string | null
  /** How often the payment was applied, and recorded as unapplied. */
  applied: number
  unapplied: number
  /** Whether the broker has confirmed the payment, and whether it did before the deadline. */
  confirmed: 'no' | 'in time' | 'late'
  lanes: Record<Lane, Message[]>
  /** Messages that a consumer has given back. The broker keeps no order among them. */
  returned: Message[]
  /** Whether a transaction of a consumer that was lost with the payment in hand may still be committed. */
  mayCommitLate: boolean
  isInRetryQueue: boolean
  active: Name | null
  processes: Record<Name, Process>
  /** What process `a` knows. */
  check: { sentAt: number; missing: Lane[]; namesHold: boolean } | null
  replies: { sentAt: number; lane: Lane; namesHold: boolean }[]
  /** Payments are settled through this second, and what PostgreSQL's clock said then. */
  settled: { at: number; clock: number } | null
  isSetAside: boolean
  /** For how many seconds it has had the broker's confirms and the database's answers, at most the grace period. */
  brokerFor: number | null
  databaseFor: number | null
  /** The same, as the model knows it and not the process. */
  reachableFor: number
  /** The least jump that it has seen. */
  slowest: number
  faultsLeft: number
}

/** Second in which the hold is over. Process times stop at the last one, when everything is over. */
export const deadline = 2
export const lastSecond = 4
export const graceSeconds = 1

export function initialState(active: Name, faultsLeft: number): State {
  const process = (): Process => ({ isAlive: true, hasChannel: true, hasDatabase: true, hand: [] })
  return {
    now: 0,
    jump: 0,
    hold: 'open',
    broken: null,
    applied: 0,
    unapplied: 0,
    confirmed: 'no',
    lanes: { normal: [], high: [] },
    returned: [],
    mayCommitLate: false,
    isInRetryQueue: false,
    active,
    processes: { a: process(), b: process() },
    check: null,
    replies: [],
    settled: null,
    isSetAside: false,
    brokerFor: null,
    databaseFor: graceSeconds,
    reachableFor: 0,
    slowest: 0,
    faultsLeft,
  }
}

export const isPayment = ({ kind }: Message): boolean => kind === 'payment'

/** Whether a payment is in hand that settlement waits for. */
export const isAwaited = (message: Message): boolean => message.kind === 'payment' && !message.isSetAside

/** The checks of process `a` go: it has lost its connection, or the hold has ended and nothing depends on them. */
export function forgetChecks(state: State): void {
  state.check = null
  state.replies = []
  state.lanes = { normal: state.lanes.normal.filter(isPayment), high: state.lanes.high.filter(isPayment) }
  state.returned = state.returned.filter(isPayment)
  for (const process of Object.values(state.processes)) process.hand = process.hand.filter(isPayment)
}

/** Ends the hold, and makes states equal that differ in nothing that matters from then on. */
export function endHold(state: State, hold: HoldStatus): void {
  forgetChecks(state)
  const { jump, settled, isSetAside, brokerFor, databaseFor, reachableFor, slowest } = initialState('a', 0)
  Object.assign(state, { hold, jump, settled, isSetAside, brokerFor, databaseFor, reachableFor, slowest })
}
