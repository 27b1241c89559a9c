import type { Reply } from './settlement-check.ts'

/**
 * How messages come into a queue: by an exchange and a key, or, while no binding takes them there, by the alternate exchange
 * into another queue of the same consumers.
 */
export type QueueRoute = { exchange: string; routingKey: string; alternateQueue: string }

/** A queue whose messages are checked, by default with messages to the queue itself; and when a check counts as lost. */
export type CheckedQueue = { queue: string; route?: QueueRoute | undefined; retryAfterMs: number }

/** A message of a check, without its content. */
export type CheckMessage = { exchange: string; routingKey: string; priority: number; correlationId: string }

/** A check that lacks replies to some of its messages. */
type Check = Readonly<{ number: number; sentAt: number; missing: readonly CheckMessage[]; setAside: readonly string[] }>

/** What a monitor knows, as data. Instants are milliseconds of the process's monotonic clock. */
export type SettlementState = Readonly<{
  /** How many checks were sent; the number of the last one. */
  sent: number
  /** Checks of the present channel that lack replies, oldest first. */
  checks: readonly Check[]
  /** The check to which the timer belongs, or that the broker was blocked; null while no timer is set. */
  current: number | 'blocked' | null
  /** The latest instant that a caller waits for, or gave up waiting for. Checks continue until it is settled. */
  wanted: number | null
  settled: number | null
  /** The subjects of messages that were set aside at the last reply. */
  setAside: readonly string[]
  /** Since when the broker has been available, and the last check that shows it. */
  reachable: Readonly<{ since: number; last: number }> | null
  isBindingMissing: boolean
  isStopped: boolean
}>

/** What happened, at which instant, and whether the broker takes messages. */
export type SettlementEvent = Happening & { at: number; broker: 'open' | 'blocked' | 'lost' }

export type Happening =
  /** A new channel can be used: checks of the one before get no replies. */
  | { type: 'opened' }
  /** A caller waits until messages from before an instant are settled. */
  | { type: 'wanted'; instant: number }
  | { type: 'timer due' }
  /** The broker had confirmed a check, and some time later this many messages wait in each of its queues. */
  | { type: 'looked'; check: number; counts: readonly { messageCount: number; consumerCount: number }[] }
  /** A reply, undefined if it is not a consumer's. */
  | { type: 'replied'; correlationId: string; reply: Reply | undefined }
  /** A message of a check was returned, because no queue takes it. */
  | { type: 'returned' }
  | { type: 'stopped' }

export type SettlementAction =
  /** Send the messages of a check, and look at its queues later, if it is still the current one. */
  | { type: 'send'; check: number; messages: readonly CheckMessage[] }
  /** There is one timer: it replaces the one before. */
  | { type: 'set timer'; afterMs: number }
  /** Open the channel again, which declares the topology before. */
  | { type: 'declare again'; isNews: boolean }
  | { type: 'settled'; through: number }

export type Outcome = { state: SettlementState; actions: readonly SettlementAction[] }

/**
 * A check sends two messages to each target, and is complete when all have a reply. From RabbitMQ 4.0 on, quorum queues deliver
 * high-priority messages between normal ones, and later strictly by priority: either way, one of the two comes last.
 */
const priorities = [0, 255]

/** Polling interval for whether the broker accepts messages again. */
const blockedPauseMs = 1_000
/** A reply is forgotten after this time, because its clock stands still while a machine is suspended. */
const forgottenAfterMs = 60_000

/** How long a check that consumers took proves availability. While a caller waits, one is sent every 5 s. */
const confirmLastsMs = 10_000

/** Maximum number of remembered checks without replies; a reply to an older one says little. */
const maxChecks = 20

/** Nothing is known. */
export const initialSettlement: SettlementState = {
  sent: 0,
  checks: [],
  current: null,
  wanted: null,
  settled: null,
  setAside: [],
  reachable: null,
  isBindingMissing: false,
  isStopped: false,
}

/**
 * What a monitor knows and does after an event. Pure: `startSettlementMonitor` carries the actions out in their order, and the
 * model of the protocol (docs/protocol.md) runs this function.
 */
export function step(checked: CheckedQueue, state: SettlementState, event: SettlementEvent): Outcome {
  switch (event.type) {
    case 'opened':
      return startCheck(checked, { ...state, checks: [], current: null }, event)
    case 'wanted':
      return startCheck(checked, { ...state, wanted: Math.max(state.wanted ?? event.instant, event.instant) }, event)
    case 'timer due':
      return startCheck(checked, { ...state, current: null }, event)
    case 'looked':
      return noteCounts(state, event)
    case 'replied':
      return noteReply(checked, state, event)
    case 'returned':
      return declareAgain(state)
    case 'stopped':
      return withoutActions({ ...state, current: null, isStopped: true })
  }
}

/**
 * Every message from before this instant is settled; undefined while nothing is known.
 *
 * @param at now, as all instants here
 */
export const settledAt = ({ settled }: SettlementState, at: number): number | undefined =>
  settled === null || at - settled > forgottenAfterMs ? undefined : settled

/** Since when the broker has been available, as of an instant. */
export const reachableAt = ({ reachable }: SettlementState, instant: number): number | undefined =>
  reachable && instant - reachable.last <= confirmLastsMs ? reachable.since : undefined

export const isSettled = ({ settled }: SettlementState, instant: number): boolean =>
  settled !== null && settled >= instant

const withoutActions = (state: SettlementState): Outcome => ({ state, actions: [] })

/** Sends a check if one is wanted and none is current. A channel that is lost is opened again, and then asks. */
function startCheck(checked: CheckedQueue, state: SettlementState, { at, broker }: SettlementEvent): Outcome {
  const { wanted } = state
  const isWanted = wanted !== null && !isSettled(state, wanted) && !state.isStopped
  if (!isWanted || state.current !== null || broker === 'lost') return withoutActions(state)
  if (broker === 'blocked')
    return { state: { ...state, current: 'blocked' }, actions: [{ type: 'set timer', afterMs: blockedPauseMs }] }
  const number = state.sent + 1
  const missing = messagesOf(checked, number)
  const check: Check = { number, sentAt: at, missing, setAside: [] }
  return {
    state: { ...state, sent: number, current: number, checks: [...state.checks, check].slice(-maxChecks) },
    actions: [
      { type: 'set timer', afterMs: checked.retryAfterMs },
      { type: 'send', check: number, messages: missing },
    ],
  }
}

/**
 * The messages of a check take the route of the queue's messages: one that came into the queue by another way would prove nothing
 * while a binding is missing and the broker confirms messages that it puts elsewhere (docs/decisions.md, 147).
 */
function messagesOf({ queue, route }: CheckedQueue, number: number): CheckMessage[] {
  const { exchange, routingKey } = route ?? { exchange: '', routingKey: queue }
  const targets = [{ exchange, routingKey }, ...(route ? [{ exchange: '', routingKey: route.alternateQueue }] : [])]
  return targets.flatMap((target, place) =>
    priorities.map(priority => ({ ...target, priority, correlationId: `${number}.${place}.${priority}` })),
  )
}

/**
 * A check without replies must at least have been taken: if it waits in a queue, there are no consumers, or they have their
 * maximum in hand.
 */
function noteCounts(state: SettlementState, event: Extract<Happening, { type: 'looked' }>): Outcome {
  const check = state.checks.find(({ number }) => number === event.check && number === state.current)
  if (!check) return withoutActions(state)
  const isTaken = event.counts.every(({ messageCount, consumerCount }) => messageCount === 0 && consumerCount > 0)
  return withoutActions({ ...state, reachable: isTaken ? reachableBy(state, check) : null })
}

/** A consumer has replied to a message of a check, which shows by which route the message came. */
function noteReply(
  checked: CheckedQueue,
  state: SettlementState,
  event: Extract<SettlementEvent, { type: 'replied' }>,
): Outcome {
  const { correlationId, reply } = event
  const isReplied = (message: CheckMessage) => message.correlationId === correlationId
  const before = state.checks.find(({ missing }) => missing.some(isReplied))
  const message = before?.missing.find(isReplied)
  if (!before || !message || !reply) return withoutActions(state)
  const isByExchange = message.exchange !== ''
  if (isByExchange && reply.queue !== checked.queue) return declareAgain(state)
  const check = {
    ...before,
    missing: before.missing.filter(other => other !== message),
    setAside: [...new Set([...before.setAside, ...reply.setAside])],
  }
  const known = {
    ...state,
    checks: state.checks.map(other => (other === before ? check : other)),
    isBindingMissing: state.isBindingMissing && !isByExchange,
  }
  if (check.missing.length > 0) return withoutActions(known)
  const completed = complete(known, check)
  const next = startCheck(checked, completed, event)
  return { ...next, actions: [{ type: 'settled', through: completed.settled }, ...next.actions] }
}

/** Each message of a check has its reply: everything from before the check is settled or set aside. */
function complete(state: SettlementState, check: Check): SettlementState & { settled: number } {
  const { number, sentAt, setAside } = check
  const settled = Math.max(state.settled ?? sentAt, sentAt)
  const isCurrent = state.current === number
  return {
    ...state,
    checks: state.checks.filter(other => other.number !== number),
    current: isCurrent ? null : state.current,
    settled,
    setAside: settled === sentAt ? setAside : state.setAside,
    // A check that is answered late, as at the end of an alarm, proves nothing about the time between.
    reachable: isCurrent ? reachableBy(state, check) : state.reachable,
  }
}

const reachableBy = (state: SettlementState, { sentAt }: Check): SettlementState['reachable'] => ({
  since: reachableAt(state, sentAt) ?? sentAt,
  last: sentAt,
})

function declareAgain(state: SettlementState): Outcome {
  const isNews = !state.isBindingMissing
  return { state: { ...state, isBindingMissing: true }, actions: [{ type: 'declare again', isNews }] }
}
