import {
  type CheckedQueue,
  type CheckMessage,
  type Happening,
  reachableAt,
  type SettlementAction,
  type SettlementEvent,
  type SettlementState,
  step,
} from '@campstore/messaging/settlement-step'
import { remembered, shared } from './explore.ts'
import type { Has } from './measures.ts'
import {
  dropCheck,
  graceSeconds,
  isCheck,
  lastProof,
  letters,
  type Queue,
  queues,
  type State,
  second,
  set,
} from './state.ts'

/** How payments and checks are routed, and how process `a` checks: the monitor's `step` is the product's. */

/** How the monitor checks the payments queue. */
const checked: CheckedQueue = {
  queue: 'payments',
  route: { exchange: 'payments', routingKey: 'booking', alternateQueue: 'unrouted' },
  retryAfterMs: 5_000,
}
const checkedDirectly: CheckedQueue = {
  ...checked,
  route: { exchange: '', routingKey: 'payments', alternateQueue: 'unrouted' },
}
const checkedQueue = (has: Has) => (has('sameRoute') ? checked : checkedDirectly)

/** The queue that gets messages of the exchange; undefined if none does. */
function routed({ world }: State, has: Has): Queue | undefined {
  if (world.isBound) return 'payments'
  return has('unroutedQueue') ? 'unrouted' : undefined
}

export function publishPayment(state: State, has: Has): void {
  const queue = routed(state, has)
  if (queue) set(state, 'waiting', { [queue]: state.waiting[queue] + letters.payment })
}

const stepped = remembered(
  (
    checked: CheckedQueue,
    monitor: SettlementState,
    happening: Happening,
    at: number,
    broker: SettlementEvent['broker'],
  ) => {
    const { state, actions } = step(checked, monitor, { ...happening, at, broker })
    return { state: rounded(state), actions }
  },
)

/** What happens to the monitor; equal ones are one object. */
const opened: Happening = { type: 'opened' }
const returned: Happening = { type: 'returned' }
const wanted = remembered((instant: number): Happening => ({ type: 'wanted', instant }))
const replied = remembered(
  (correlationId: string, queue: Queue, namesHold: boolean): Happening => ({
    type: 'replied',
    correlationId,
    reply: { queue, setAside: namesHold ? ['hold'] : [] },
  }),
)

/** Something happens to the monitor of process `a`, which acts. */
function happen(state: State, happening: Happening, has: Has): void {
  const { world, expirer, monitor } = state
  // Later than any instant that was settled in the same second.
  const at = world.now * second + 1
  const outcome = stepped(checkedQueue(has), monitor, happening, at, expirer.hasBroker ? 'open' : 'blocked')
  state.monitor = outcome.state
  for (const action of outcome.actions) act(state, action, has)
}

function act(state: State, action: SettlementAction, has: Has): void {
  if (action.type === 'send') for (const message of action.messages) publishCheck(state, message, has)
  if (action.type === 'declare again') {
    set(state, 'world', { isBound: true })
    forgetCheck(state)
  }
  if (action.type !== 'settled') return
  const { isCancelSettled, coversCancel } = state.expirer
  set(state, 'expirer', {
    settledClock: has('monotonic') ? 0 : (state.monitor.settled ?? 0) / second + state.world.jump,
    isCancelSettled: isCancelSettled || coversCancel,
    coversCancel: false,
  })
}

/** Process `a` sends a check. One without its replies is given up. */
export function sendCheck(state: State, has: Has): void {
  forgetCheck(state)
  set(state, 'expirer', { coversCancel: state.hold.cancel.startsWith('asked') })
  happen(state, wanted(state.world.now * second + 1), has)
}

/** A letter is both messages to a target: the one of the other priority proves nothing about this payment, and comes with it. */
function publishCheck(state: State, message: CheckMessage, has: Has): void {
  const { exchange, routingKey, priority } = message
  if (priority !== 0 || state.monitor.checks.length === 0) return
  const isDirect = exchange === ''
  const queue = isDirect ? queues.find(name => name === routingKey) : routed(state, has)
  const isLeftOut = isDirect && queue === 'unrouted' && !(has('unroutedQueue') && has('checksUnrouted'))
  if (isLeftOut) reply(state, isSameTarget(message), { queue, namesHold: false }, has)
  // The broker returns messages that no queue takes.
  else if (queue === undefined) happen(state, returned, has)
  else set(state, 'waiting', { [queue]: state.waiting[queue] + (isDirect ? letters.direct : letters.byExchange) })
}

const isSameTarget =
  ({ exchange, routingKey }: CheckMessage) =>
  (other: CheckMessage): boolean =>
    other.exchange === exchange && other.routingKey === routingKey

/** Whether a message of the check is lost. */
export function isCheckLost({ monitor, waiting, returned, a, b }: State): boolean {
  const underway = [waiting, returned, a, b].flatMap(messages => queues.map(queue => messages[queue])).join('')
  const missing = monitor.checks.flatMap(check => check.missing.filter(({ priority }) => priority === 0))
  return [...underway].filter(isCheck).length < missing.length
}

/** Process `a` gets the reply to a message of its check, which names the queue that the message came from. */
export function noteReply(state: State, from: { queue: Queue; letter: string; namesHold: boolean }, has: Has): void {
  const { queue, letter } = from
  const isReplied = ({ exchange, routingKey }: CheckMessage) =>
    letter === letters.direct ? exchange === '' && routingKey === queue : exchange !== ''
  if (!has('datedBefore'))
    set(state, 'monitor', {
      checks: state.monitor.checks.map(check => ({ ...check, sentAt: state.world.now * second })),
    })
  reply(state, isReplied, from, has)
}

function reply(
  state: State,
  isReplied: (message: CheckMessage) => boolean,
  { queue, namesHold }: { queue: Queue; namesHold: boolean },
  has: Has,
): void {
  for (const { correlationId } of state.monitor.checks.flatMap(check => check.missing.filter(isReplied)))
    happen(state, replied(correlationId, queue, namesHold), has)
}

/**
 * During a second of the model, the monitor sends checks again and again, and looks whether they are taken. What their replies would
 * prove is left out: `sendCheck` does that.
 *
 * @param isSent whether checks are sent and confirmed
 * @param isTaken whether consumers take them
 * @param now the second after the one that began at `from`, or the last one
 */
export const watchAvailability = remembered(
  (before: SettlementState, isSent: boolean, isTaken: boolean, from: number, now: number) => {
    let monitor = before
    const count = { messageCount: isTaken ? 0 : 1, consumerCount: 1 }
    const tell = (happening: Happening, at: number) => {
      const outcome = step(checked, monitor, { ...happening, at, broker: isSent ? 'open' : 'blocked' })
      monitor = outcome.state
      return outcome.actions
    }
    for (const at of [from * second + 1, (from + 0.5) * second]) {
      for (const action of [...tell({ type: 'timer due' }, at), ...tell({ type: 'wanted', instant: at }, at)])
        if (action.type === 'send') tell({ type: 'looked', check: action.check, counts: [count] }, at)
    }
    const reachable = moved(reachableFrom(monitor, from + 1), now - (from + 1))
    return rounded({ ...monitor, checks: before.checks, current: null, reachable })
  },
)

/** Since when the broker has been available, at a second: longer than the grace period is not told apart. */
function reachableFrom(monitor: SettlementState, now: number): SettlementState['reachable'] {
  const since = reachableAt(monitor, now * second)
  if (since === undefined) return null
  return { since: Math.max(wholeSecond(since), (now - graceSeconds) * second), last: now * second }
}

/** By a clock that stood still for a second, all that process `a` remembers happened a second later than it did. */
export const moveKnowledge = remembered((monitor: SettlementState, seconds: number) => {
  const { settled, checks, reachable } = monitor
  return rounded({
    ...monitor,
    reachable: moved(reachable, seconds),
    settled: settled === null ? null : settled + second,
    checks: checks.map(check => ({ ...check, sentAt: check.sentAt + second })),
  })
})

/** Time stops at the last second, so what is known may have to move. */
const moved = (reachable: SettlementState['reachable'], seconds: number): SettlementState['reachable'] =>
  reachable && { since: reachable.since + seconds * second, last: reachable.last + seconds * second }

const wholeSecond = (instant: number): number => Math.floor(instant / second) * second
const provingSecond = (instant: number): number => Math.min(wholeSecond(instant), lastProof * second)

/** Equal knowledge becomes equal: instants in whole seconds, up to the last one that matters. */
function rounded(monitor: SettlementState): SettlementState {
  const { settled, current, checks } = monitor
  const round = current === null ? provingSecond : wholeSecond
  return shared({
    ...monitor,
    sent: checks.length,
    wanted: null,
    settled: settled === null ? null : provingSecond(settled),
    checks: checks.map(check => ({ ...check, sentAt: round(check.sentAt) })),
    isBindingMissing: false,
  })
}

/** The check of process `a` goes, with its messages and the channel on which replies would come. */
export function forgetCheck(state: State): void {
  if (state.monitor.checks.length === 0) return
  state.monitor = stepped(checked, state.monitor, opened, 0, 'lost').state
  set(state, 'expirer', { coversCancel: false })
  dropCheck(state)
}
