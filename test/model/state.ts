import { initialSettlement, type SettlementState } from '@campstore/messaging/settlement-step'
import { remembered, shared, stepsOf } from './explore.ts'

/** The processes of a service; `a` is the one whose checks and expiries are modelled. */
export type Name = 'a' | 'b'
export const names: readonly Name[] = ['a', 'b']
export const otherOf = (name: Name): Name => (name === 'a' ? 'b' : 'a')

/** The payments queue of a kind, and the one of the alternate exchange. */
export type Queue = 'payments' | 'unrouted'
export const queues: readonly Queue[] = ['payments', 'unrouted']

/** Messages in their order, a letter for each. All have one priority, but for a check that is sent with the other one only. */
export type Messages = string
export const letters = {
  /** A copy of the payment: not processed; the same, and set aside; processed, and not acknowledged. */
  payment: 'p',
  setAside: 's',
  processed: 'q',
  /** The payment of another hold, which somebody has locked for good; the same, and set aside. */
  other: 'o',
  otherSetAside: 't',
  /** A message of the check that `a` waits for: published to the queue itself, or by the exchange of the payments. */
  direct: 'd',
  byExchange: 'x',
} as const
export const isCheck = (letter: string): boolean => 'dx'.includes(letter)
export const isUnprocessed = (letter: string): boolean => 'ps'.includes(letter)
/** Whether a check waits for a message that was delivered before it. */
export const isAwaited = (letter: string): boolean => 'po'.includes(letter)
export const only = (messages: Messages, keep: (letter: string) => boolean): Messages =>
  [...messages].filter(keep).join('')
/** Messages with another letter, or none, at a place. */
export const replaced = (messages: Messages, place: number, letter = ''): Messages =>
  messages.slice(0, place) + letter + messages.slice(place + 1)

/** A process and its messages in hand from each queue; after a crash, the transactions that may still commit. */
type Process = Readonly<Record<Queue, Messages>> & {
  readonly isAlive: boolean
  readonly hasDatabase: boolean
  /** Whether the broker has its consumers. A process that was frozen or cut off continues with its messages in hand. */
  readonly hasChannel: boolean
  /** Whether its consumers are cancelled, so that another one becomes active. */
  readonly isCancelled: boolean
}

/** What process `a` knows apart from its monitor; `hasBroker` and `isGraceOver` are facts about it. */
type Expirer = {
  /** Whether the check was sent after the member had asked to cancel, and whether one that was is settled. */
  coversCancel: boolean
  isCancelSettled: boolean
  /** What PostgreSQL's clock said at the instant through which payments are settled. */
  settledClock: number
  /** For how many seconds the database has answered it, at most the grace period. */
  databaseFor: number
  hasBroker: boolean
  /** Whether they have answered it, and consumers had all messages, for a grace period after the deadline, as the model knows it. */
  isGraceOver: boolean
  /** How far ahead the slowest clock is that PostgreSQL has had. */
  slowest: number
  /** What it has decided, where it decides without a lock. */
  decided: HoldStatus | null
}

export type HoldStatus = 'open' | 'paid' | 'cancelled' | 'expired' | 'expired unverified'

/** One hold, its payment, the queues and two processes. Times are in seconds. */
export type State = {
  world: Readonly<{
    now: number
    /** How far ahead PostgreSQL's clock is, and the clock of process `a`. */
    jump: number
    wallJump: number
    hasTimer: boolean
    isBound: boolean
    faultsLeft: number
  }>
  hold: Readonly<{
    status: HoldStatus
    /** Whether a process that is cut off has locked it. */
    isLocked: boolean
    cancel: 'cannot come' | 'may come' | 'asked' | 'asked after the confirm'
    /** The rule that was broken. */
    broken: string | null
  }>
  payment: Readonly<{
    /** Whether the broker has confirmed it, and whether it did before the deadline. */
    confirmed: 'no' | 'in time' | 'late'
    /** Whether it has the amount due. */
    isRight: boolean
    isInRetryQueue: boolean
    isRecorded: boolean
    /** How often it was applied, or recorded as unapplied. */
    results: number
  }>
  /** Messages that wait for a consumer; messages that a lost one had in hand; messages that the broker returns too late. */
  waiting: Readonly<Record<Queue, Messages>>
  returned: Readonly<Record<Queue, Messages>>
  late: Readonly<Record<Queue, Messages>>
  /** What the monitor of process `a` knows, with one check at most. */
  monitor: SettlementState
  expirer: Readonly<Expirer>
  a: Process
  b: Process
}

const changed = remembered((part: State[keyof State], field: string, value: unknown) =>
  shared({ ...part, [field]: value }),
)

/** Changes fields of a part; other states that share the part keep theirs. */
export function set<Name extends keyof State>(state: State, name: Name, fields: Partial<State[Name]>): void {
  let part = state[name]
  for (const field in fields)
    if (part[field] !== fields[field]) part = changed(part, field, fields[field]) as State[Name]
  state[name] = part
}

export const { help, chance } = stepsOf<State>()
/** A step that the model allows only a limited number of times. */
export const fault: typeof chance = (label, change) =>
  chance(label, state => {
    set(state, 'world', { faultsLeft: state.world.faultsLeft - 1 })
    change(state)
  })

/**
 * A second of the model, in milliseconds of the monitor: longer than a check proves that the broker is available, and four of them
 * not longer than a reply is remembered.
 */
export const second = 15_000
/** The second of the hold's deadline. */
export const deadline = 2
export const graceSeconds = 1
/** A clock is behind by at most this. */
const mostBehind = 1
/** A check of this second or a later one proves, by every clock, that payments are settled through the deadline. */
export const lastProof = deadline + mostBehind
/** Time stops at this second: by every clock, a grace period has passed since the deadline. */
export const lastSecond = deadline + graceSeconds + mostBehind

const ignorant: Expirer = {
  coversCancel: false,
  isCancelSettled: false,
  settledClock: 0,
  databaseFor: 0,
  hasBroker: true,
  isGraceOver: false,
  slowest: 0,
  decided: null,
}

/** An open hold. Nothing has happened, and its processes run. */
export function initialState(): State {
  const messages = { payments: '', unrouted: '' }
  const process = { ...messages, isAlive: true, hasDatabase: true, hasChannel: true, isCancelled: false }
  return {
    world: { now: 0, jump: 0, wallJump: 0, hasTimer: true, isBound: true, faultsLeft: 0 },
    hold: { status: 'open', isLocked: false, cancel: 'cannot come', broken: null },
    payment: { confirmed: 'no', isRight: true, isInRetryQueue: false, isRecorded: false, results: 0 },
    waiting: messages,
    returned: messages,
    late: messages,
    monitor: initialSettlement,
    expirer: ignorant,
    a: process,
    b: process,
  }
}

const withoutChecks = remembered(<Part extends Readonly<Record<Queue, Messages>>>(part: Part): Part => {
  const others = (queue: Queue) => only(part[queue], letter => !isCheck(letter))
  return shared({ ...part, payments: others('payments'), unrouted: others('unrouted') })
})

/** The messages of the check of process `a` go. */
export function dropCheck(state: State): void {
  state.waiting = withoutChecks(state.waiting)
  state.returned = withoutChecks(state.returned)
  state.a = withoutChecks(state.a)
  state.b = withoutChecks(state.b)
}

/** Process `a` forgets all that it knows. */
export function forgetAll(state: State): void {
  const { hasBroker } = state.expirer
  dropCheck(state)
  state.monitor = initialSettlement
  set(state, 'expirer', { ...ignorant, hasBroker })
}

/** Ends the hold. States become equal that differ in nothing that matters from then on. */
export function endHold(state: State, status: HoldStatus): void {
  const { decided } = state.expirer
  forgetAll(state)
  set(state, 'expirer', { hasBroker: true, decided })
  set(state, 'hold', { status, cancel: 'cannot come' })
  set(state, 'world', { now: lastSecond, jump: 0, wallJump: 0 })
  set(state, 'payment', { isRight: true, confirmed: state.payment.confirmed === 'no' ? 'no' : 'late' })
}
