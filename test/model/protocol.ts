import { latestExpirableDeadline } from '@campstore/holds/expire-hold'
import type { Model, Step, StepKind } from './explore.ts'
import {
  deadline,
  endHold,
  forgetChecks,
  graceSeconds,
  type HoldStatus,
  initialState,
  isAwaited,
  type Lane,
  lastSecond,
  type Name,
  type State,
} from './state.ts'

/** What the protocol does, by a short name each. A model without one of them breaks the rule that it is there for. */
export const measures = {
  oneConsumer: 'one consumer has the payments at a time',
  bothPriorities: 'a check has a message of each priority',
  silentOnRedelivery: 'a redelivered message of a check gets no reply',
  staysInHand: 'a payment that cannot be processed stays in hand',
  commitsFirst: 'a payment is acknowledged after its commit',
  inbox: 'an event id is processed once',
  namesSetAside: 'a reply names what is set aside',
  datedBefore: 'a check is dated before it is sent',
  monotonic: 'instants are kept in monotonic time',
  slowestClock: 'the slowest of the clocks that PostgreSQL has had judges',
  reachable: 'the grace period runs only while broker and database answer',
  givesUp: 'a consumer without its database gives up its place',
  finishes: 'a consumer that stops finishes its messages first',
  returnsFirst: 'the broker delivers returned messages before others',
} as const
export type Measure = keyof typeof measures

const names: readonly Name[] = ['a', 'b']
const lanes: readonly Lane[] = ['normal', 'high']
const otherOf = (name: Name): Name => (name === 'a' ? 'b' : 'a')

/**
 * The protocol of one hold and its payment.
 *
 * @param options.without a measure that is left out on purpose
 */
export function protocolModel(options: { active: Name; faults: number; without?: Measure | undefined }): Model<State> {
  const has = (measure: Measure) => measure !== options.without
  return {
    initial: initialState(options.active, options.faults),
    *steps(state) {
      yield* timeAndPayment(state)
      yield* deliveries(state, has)
      for (const name of names) {
        yield* consuming(state, name, has)
        if (state.faultsLeft > 0) for (const fault of faultsOf(state, name, has)) yield limited(fault)
        yield* recoveries(state, name)
      }
      if (state.faultsLeft > 0) for (const fault of jumps(state)) yield limited(fault)
      if (state.hold === 'open' && state.processes.a.isAlive) yield* expiring(state, has)
    },
    broken: ({ broken, applied, unapplied }) =>
      broken ?? (applied + unapplied > 1 ? 'a payment is applied or reported once' : undefined),
    progress: {
      rule: 'each hold ends, and each payment is applied or reported',
      isEnd: ({ hold, confirmed, applied, unapplied }) =>
        hold !== 'open' && (confirmed === 'no' || applied + unapplied > 0),
      isExpectedFrom: ({ processes }) => processes.a.hasDatabase,
    },
  }
}

type Has = (measure: Measure) => boolean

const step = (kind: StepKind, label: string, change: (state: State) => void): Step<State> => ({ kind, label, change })

const limited = ({ label, change }: Step<State>): Step<State> =>
  step('fault', label, state => {
    state.faultsLeft -= 1
    change(state)
  })

function* timeAndPayment({ now, confirmed, isInRetryQueue }: State): Iterable<Step<State>> {
  if (now < lastSecond)
    yield step('help', 'a second passes', state => {
      const { isAlive, hasDatabase } = state.processes.a
      const longer = (seconds: number) => Math.min(seconds + 1, graceSeconds)
      state.now += 1
      state.reachableFor = state.hold === 'open' && isAlive && hasDatabase ? longer(state.reachableFor) : 0
      if (state.brokerFor !== null) state.brokerFor = longer(state.brokerFor)
      if (state.databaseFor !== null) state.databaseFor = longer(state.databaseFor)
    })
  if (confirmed === 'no')
    // Nothing distinguishes the two priorities, so one is enough.
    yield step('chance', 'the broker confirms the payment', state => {
      state.lanes.normal.push({ kind: 'payment' })
      state.confirmed = now < deadline ? 'in time' : 'late'
    })
  if (isInRetryQueue)
    yield step('help', 'the payment comes back from the retry queue', state => {
      state.isInRetryQueue = false
      state.lanes.normal.push({ kind: 'payment' })
    })
}

function* deliveries({ active, processes, returned, lanes: waiting }: State, has: Has): Iterable<Step<State>> {
  for (const name of names) {
    if (!processes[name].hasChannel || (has('oneConsumer') && active !== name)) continue
    const hand = (state: State) => state.processes[name].hand
    for (const place of returned.keys())
      yield step('help', `${name} gets a returned message`, state =>
        hand(state).push(...state.returned.splice(place, 1)),
      )
    if (returned.length > 0 && has('returnsFirst')) continue
    for (const lane of lanes)
      if (waiting[lane].length > 0)
        yield step('help', `${name} gets a message of ${lane} priority`, state =>
          hand(state).push(...state.lanes[lane].splice(0, 1)),
        )
  }
}

function* consuming(before: State, name: Name, has: Has): Iterable<Step<State>> {
  const { hasChannel, hasDatabase, hand } = before.processes[name]
  const takeOut = (state: State, place: number) => state.processes[name].hand.splice(place, 1)
  for (const [place, message] of hand.entries()) {
    if (message.kind === 'check') {
      if (hand.slice(0, place).some(isAwaited) || (message.isRedelivered && has('silentOnRedelivery'))) continue
      yield step('help', `${name} replies to a message of a check`, state => {
        const namesHold = has('namesSetAside') && hand.some(each => each.kind === 'payment' && each.isSetAside)
        takeOut(state, place)
        state.replies.push({ sentAt: message.sentAt, lane: message.lane, namesHold })
      })
      continue
    }
    const change = (state: State, as: 'isProcessed' | 'isSetAside') => {
      state.processes[name].hand[place] = { ...message, [as]: true }
    }
    if (message.isProcessed) yield step('help', `${name} acknowledges the payment`, state => takeOut(state, place))
    else if (hasDatabase) {
      yield step('help', `${name} processes the payment`, state => {
        change(state, 'isProcessed')
        processPayment(state, has)
      })
      if (!message.isSetAside)
        yield step('chance', `${name} sets the payment aside`, state => change(state, 'isSetAside'))
    } else if (hasChannel && has('givesUp'))
      yield step('help', `${name} gives up its place`, state => loseChannel(state, name, has))
    if (!message.isProcessed && !has('staysInHand'))
      yield step('chance', `${name} sends the payment to the retry queue`, state => {
        takeOut(state, place)
        state.isInRetryQueue = true
      })
  }
  if (before.mayCommitLate && name === 'a')
    yield step('chance', 'a late transaction is committed', state => {
      state.mayCommitLate = false
      processPayment(state, has)
    })
}

function processPayment(state: State, has: Has): void {
  if (has('inbox') && state.applied + state.unapplied > 0) return
  if (state.hold === 'open') {
    state.applied += 1
    endHold(state, 'paid')
  } else state.unapplied += 1
}

function* faultsOf({ active, processes }: State, name: Name, has: Has): Iterable<Step<State>> {
  const { isAlive, hasChannel, hasDatabase } = processes[name]
  if (hasChannel) yield step('fault', `${name} loses its connection`, state => loseChannel(state, name, has))
  if (hasChannel && active === name && processes[otherOf(name)].hasChannel && !has('finishes'))
    yield step('fault', `${name} cancels its consumer and keeps its messages`, state => {
      state.active = otherOf(name)
    })
  if (isAlive)
    yield step('fault', `${name} crashes`, state => {
      if (hasChannel) loseChannel(state, name, has)
      state.processes[name].isAlive = false
      if (name === 'a') {
        forgetChecks(state)
        Object.assign(state, { settled: null, isSetAside: false, brokerFor: null, databaseFor: null, reachableFor: 0 })
      }
    })
  if (hasDatabase)
    yield step('fault', `${name} loses its database`, state => {
      state.processes[name].hasDatabase = false
      if (name === 'a') Object.assign(state, { databaseFor: null, reachableFor: 0 })
    })
}

/** The broker returns what a consumer had in hand, and activates the other one. A freeze looks the same from here. */
function loseChannel(state: State, name: Name, has: Has): void {
  const process = state.processes[name]
  const other = otherOf(name)
  for (const message of process.hand) {
    if (message.kind === 'payment' && !message.isProcessed) state.mayCommitLate = process.hasDatabase
    if (message.kind === 'payment' && has('commitsFirst')) state.returned.push({ kind: 'payment' })
    // A message that gets no reply is as good as lost.
    if (message.kind === 'check' && !has('silentOnRedelivery')) state.returned.push({ ...message, isRedelivered: true })
  }
  process.hand = []
  process.hasChannel = false
  if (state.active === name) state.active = state.processes[other].hasChannel ? other : null
  if (name === 'b') return
  forgetChecks(state)
  Object.assign(state, { brokerFor: null, reachableFor: 0 })
}

function* recoveries({ processes, jump }: State, name: Name): Iterable<Step<State>> {
  const { isAlive, hasChannel, hasDatabase } = processes[name]
  if (!isAlive)
    yield step('help', `${name} starts`, state => {
      state.processes[name].isAlive = true
      if (name === 'a') Object.assign(state, { slowest: jump, databaseFor: hasDatabase ? 0 : null })
    })
  else if (!hasChannel && hasDatabase)
    yield step('help', `${name} consumes`, state => {
      state.processes[name].hasChannel = true
      state.active ??= name
    })
  if (!hasDatabase)
    yield step('chance', `${name} has its database again`, state => {
      state.processes[name].hasDatabase = true
      if (name === 'a' && isAlive) state.databaseFor = 0
    })
}

function* jumps({ jump }: State): Iterable<Step<State>> {
  if (jump !== 0) return
  for (const seconds of [2, -1])
    yield step('fault', `PostgreSQL's clock jumps by ${seconds} s`, state => {
      state.jump = seconds
      state.slowest = Math.min(state.slowest, seconds)
    })
}

/** What process `a` does to expire the hold. */
function* expiring(before: State, has: Has): Iterable<Step<State>> {
  const { now, check, settled, replies, processes } = before
  const isWanted = settled === null || settled.at < deadline
  if (now > 0 && isWanted && (check === null || !isUnderway(before, check.sentAt)))
    yield step('help', 'a sends a check', state => {
      const parts = has('bothPriorities') ? lanes : (['high'] as const)
      for (const lane of parts) state.lanes[lane].push({ kind: 'check', sentAt: now, lane })
      state.check = { sentAt: now, missing: [...parts], namesHold: false }
      state.brokerFor ??= 0
    })
  for (const [place, reply] of replies.entries())
    yield step('help', 'a gets a reply', state => {
      state.replies.splice(place, 1)
      noteReply(state, reply, has)
    })
  const verdict = processes.a.hasDatabase ? judge(before, has) : undefined
  if (verdict)
    yield step('help', `the hold is ${verdict}`, state => {
      state.broken = brokenBy(verdict, state)
      endHold(state, verdict)
    })
}

function isUnderway({ lanes: waiting, returned, processes, replies }: State, sentAt: number): boolean {
  const messages = [waiting.normal, waiting.high, returned, processes.a.hand, processes.b.hand].flat()
  return replies.length > 0 || messages.some(message => message.kind === 'check' && message.sentAt === sentAt)
}

function noteReply(state: State, { sentAt, lane, namesHold }: State['replies'][number], has: Has): void {
  const { check, now, jump } = state
  if (check?.sentAt !== sentAt) return
  check.missing = check.missing.filter(missing => missing !== lane)
  check.namesHold ||= namesHold
  if (check.missing.length > 0) return
  const at = has('datedBefore') ? sentAt : now
  state.check = null
  state.isSetAside = check.namesHold
  // What was settled before the deadline says nothing of the hold, unless a clock is believed that should not be.
  const saysNothing = at < deadline && has('monotonic') && has('slowestClock')
  state.settled = saysNothing ? null : { at, clock: at + jump }
}

const instant = (seconds: number): Date => new Date(seconds * 1000)

/** What `expireLocked` decides (libs/holds/src/expire-hold.ts), by its own function. */
function judge(state: State, has: Has): 'expired' | 'expired unverified' | undefined {
  const { now, jump, slowest, settled, isSetAside, brokerFor, databaseFor } = state
  const judged = now + (has('slowestClock') ? Math.min(jump, slowest) : jump)
  if (judged < deadline || isSetAside) return undefined
  const through = settled && instant(has('monotonic') ? judged - (now - settled.at) : settled.clock)
  const reachableFor = Math.min(brokerFor ?? Number.NaN, databaseFor ?? Number.NaN)
  const since = has('reachable') ? judged - reachableFor : -1
  const latest = latestExpirableDeadline(instant(judged), {
    settledThrough: () => through ?? undefined,
    reachableSince: () => (Number.isNaN(since) ? undefined : instant(since)),
    isSetAside: () => isSetAside,
    waitUntilSettled: () => Promise.resolve(false),
    graceSeconds,
  })
  if (instant(deadline) > latest) return undefined
  return through && instant(deadline) <= through ? 'expired' : 'expired unverified'
}

/** The rule that an expiry breaks. */
function brokenBy(verdict: HoldStatus, { now, confirmed, reachableFor }: State): string | null {
  if (now < deadline) return 'no hold ends before its deadline'
  if (verdict === 'expired' && confirmed === 'in time')
    return 'a payment confirmed in time is followed by no verified expiry'
  if (verdict === 'expired unverified' && reachableFor < graceSeconds) return 'an outage ends no hold unverified'
  return null
}
