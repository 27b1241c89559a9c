import { eventsExchange, eventTypes } from '@campstore/contract/messages/events'
import { paymentsExchange, unroutedPaymentsExchange } from '@campstore/contract/messages/payments'
import type { Money } from '@campstore/core/money'
import { holdingTopology } from '@campstore/holds/topology'
import { quorumQueue } from '@campstore/messaging/topology'
import { createRandom, type Random } from '../random-faults/random.ts'
import type { Name } from './actions.ts'
import { createBroker, type SimulatedBroker } from './broker.ts'
import { type SimulatedClient, useDatabase } from './client.ts'
import { createDatabase } from './database.ts'
import type { Delays } from './network.ts'
import type { Plan } from './plan.ts'
import { databaseLinkOf, type Surroundings, startProcess } from './process.ts'
import { notingBatches } from './reached.ts'
import { collector } from './recorded.ts'
import { createRules, type Truth } from './rules.ts'
import { statements, takeHolds } from './statements.ts'
import { createOwner, type Owner, type Time } from './time.ts'

/** A rule that a history has broken. */
export type Violation = { rule: string; what: string }

/** Everything in a history: the servers, the two processes, the truth, and the observations. */
export type World = ReturnType<typeof createWorld>
type Observations = ReturnType<typeof createObservations>
type Servers = ReturnType<typeof createServers>

/** A booking that a member has. */
export type Taken = { id: string; amount: Money }

/** A deadlock, a server without memory, a statement that an operator has cancelled. */
const refusalCodes = ['40P01', '53200', '57014']

export function createWorld(plan: Plan, time: Time) {
  const random = createRandom(plan.seed)
  const observations = createObservations(time)
  const servers = createServers(plan, time, random, observations)
  const { processes, start } = startProcesses(plan, time, servers, observations)
  /** What members and the payment service wait for. */
  const pending = { answers: 0, requests: new Set<{ owner: Owner }>() }
  const isIdle = () => pending.answers === 0 && [...pending.requests].every(({ owner }) => owner.isDead)
  const outside = createOwner('world')
  let busyUntil = plan.actions.at(-1)?.at ?? 0

  return {
    plan,
    time,
    random,
    ...observations,
    ...servers,
    processes,
    start,
    pending,
    isIdle,
    /** The bookings that members have, by the numbers of their holds. */
    taken: new Map<number, Taken>(),
    /** How often members have asked a process for their holds. */
    asked: new Map<number, number>(),
    /** What comes back of stays that are booked from now on. */
    setPolicy: (refundPercent: number) => servers.database.insert('policy', '1', policyOf(refundPercent)),
    /** By the policy, the next day begins; the clocks continue. */
    nextDay: () => servers.database.insert('policy', '1', { ...policyOf(50), dateBoundaryHour: 0 }),
    /** Something lasts this long from now on; the history does not end before. Returns the end. */
    lasts(seconds: number) {
      const end = time.now() + seconds * 1000
      busyUntil = Math.max(busyUntil, end)
      return end
    },
    isOver: () =>
      observations.violation() !== undefined ||
      (time.now() > busyUntil + settlingMs && isIdle() && servers.rules.isSettled(servers.broker)),
    /** Runs something of the world outside after a time in milliseconds. */
    later: (milliseconds: number, run: () => void) => void time.at(time.now() + milliseconds, outside, run),
    /** How long a way between members, processes and the payment service takes, in milliseconds. */
    hop: () => random.between(0.1, 5),
  }
}

/** What is seen of a history: its story, how often it reached each state, and the first broken rule. */
function createObservations(time: Time) {
  const notes = new Map<string, number>()
  const story: string[] = []
  let violation: Violation | undefined
  const tell = (line: string) => void story.push(`${(time.now() / 1000).toFixed(3).padStart(8)} s  ${line}`)
  return {
    notes,
    story,
    tell,
    note: (what: string) => void notes.set(what, (notes.get(what) ?? 0) + 1),
    violate(rule: string, what: string) {
      tell(`VIOLATED: ${rule}: ${what}`)
      violation ??= { rule, what }
    },
    violation: () => violation,
  }
}

/** The servers, with the rules that watch over what they commit. */
function createServers(plan: Plan, time: Time, random: Random, { note, tell, violate }: Observations) {
  const refusals = createRandom(plan.seed + 1)
  const truth: Truth = {
    payments: new Map(),
    answers: [],
    promised: new Map(),
    cancelledAt: new Map(),
    reports: new Set(),
    outages: [],
    jumps: [{ at: 0, offset: 0 }],
  }
  const database = createDatabase({
    time,
    note,
    handlers: { ...statements, [takeHolds]: notingBatches(statements[takeHolds], note) },
    onCircle: () => violate('no transactions wait in a circle', ''),
    refusal: () => (refusals.next() * 1000 < plan.refused ? refusals.pick(refusalCodes) : undefined),
    onCommit: (changes, by) => {
      for (const { table, key, before, after } of changes)
        if (table === 'booking')
          tell(`database: ${key} is ${after?.status}, ${after?.paymentStatus}${before ? '' : ' (new)'}`)
      rules.committed(changes, by)
    },
  })
  const rules = createRules({ time, plan, truth, note, violate, database })
  const isAtItsDeadline = (content: Buffer) => {
    const deadline = rules.deadlineOf(JSON.parse(content.toString()).target?.id)
    return deadline !== undefined && Math.abs(deadline - time.now()) < 1_000
  }
  const broker = createBroker({ time, random, note, tell, isAtItsDeadline, hasPriorities: plan.hasPriorities })
  declareQueues(broker, plan)
  database.insert('zone', 'z', { totalSites: plan.sites })
  database.insert('policy', '1', policyOf(50))
  /** Until when PostgreSQL refuses connections, and RabbitMQ blocks publishers. */
  const down = { until: 0 }
  const alarm = { until: 0 }
  return { truth, database, rules, broker, down, alarm, clients: new Set<SimulatedClient>() }
}

/** Starts the two processes, with their ways to the servers. */
function startProcesses(plan: Plan, time: Time, servers: Servers, { note, tell }: Observations) {
  const { broker, database, alarm, down, clients } = servers
  const delays = delaysOf(plan)
  useDatabase({ time, delays, server: database, linkOf: databaseLinkOf, down, clients, note })
  let ids = 0
  const surroundings: Surroundings = {
    plan,
    broker: { time, delays, server: broker, alarm, mostInHand: plan.mostInHand },
    newId: () => `id-${++ids}`,
    logged: (name, message, fields) => {
      note(message)
      tell(`${name}: ${message} ${JSON.stringify(fields)}`)
    },
  }
  const runs = { a: 1, b: 1 }
  const processes = { a: startProcess('a', 1, surroundings), b: startProcess('b', 1, surroundings) }
  return {
    processes,
    /** Starts a process again, after the one of that name has ended. */
    start(name: Name) {
      runs[name] += 1
      tell(`${name}: starts`)
      // A clock that is ahead together with PostgreSQL's is not covered (docs/protocol.md).
      const wallOffset = Math.min(0, processes[name].owner.wallOffset)
      processes[name] = startProcess(name, runs[name], surroundings, wallOffset)
    },
  }
}

/** How long after the end of the last fault something may still happen. */
const settlingMs = 200

export const policyOf = (refundPercent: number) => ({
  bookingWindowDays: 90,
  advanceDays: 0,
  maxNights: 14,
  timezone: 'Asia/Taipei',
  // Later than the histories: their day is the one before.
  dateBoundaryHour: 17,
  lowAvailabilityThreshold: 3,
  occupyingStatuses: ['pending', 'confirmed'],
  cancellationTiers: [{ daysBefore: 0, refundPercent }],
  holidayWeekdays: [0, 6],
})

function declareQueues(broker: SimulatedBroker, { holdSeconds }: Plan): void {
  const { exchanges, queues, bindings } = holdingTopology('booking', holdSeconds)
  const collected = eventTypes.map(routingKey => ({ queue: collector, exchange: eventsExchange, routingKey }))
  const topology = { exchanges, queues: [...queues, quorumQueue(collector)], bindings: [...bindings, ...collected] }
  broker.declare(topology, { [paymentsExchange]: unroutedPaymentsExchange })
}

/** How long messages take: from the seed, by the name of the connection and the number of the message. */
function delaysOf({ seed, slow }: Plan): Delays {
  const names = new Map<string, number>()
  return (wire, direction, message) => {
    const name = names.get(wire) ?? hashOf(wire, seed)
    names.set(wire, name)
    const random = createRandom(name + Math.imul(message, direction === 'toServer' ? 0x9e3779b1 : 0x85ebca77))
    return random.next() * 1000 < slow ? random.between(50, 3_000) : random.between(0.1, 3)
  }
}

function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash
}
