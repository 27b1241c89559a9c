import { createRandom, type Random } from '../random-faults/random.ts'
import type { Action, Arrival, Fault, Name } from './actions.ts'
import { laterOf, names } from './plan-of-stays.ts'

/** A history before it happens: everything in it follows from this. */
export type Plan = {
  seed: number
  holdSeconds: number
  graceSeconds: number
  sites: number
  arrival: Arrival
  hasPriorities: boolean
  /** How many messages a consumer has in hand at most. */
  mostInHand: number
  /** Of the connections that consume: after one to two of them the broker notices that they are lost. */
  heartbeatSeconds: number
  /** Messages that take long, of a thousand. */
  slow: number
  /** Statements that the database refuses at random, per thousand. */
  refused: number
  actions: readonly Action[]
}

/** A grace period that is longer than another process takes to replace one that has failed. */
export const safeGraceSeconds = 30

/** The plan of a history, from the seed of the run and the number of the history. */
export function drawPlan(seed: number, history: number): Plan {
  const random = createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(history, 0xc2b2ae35))
  const holdSeconds = random.pick([3, 5, 8])
  const holds = 1 + random.below(4)
  const actions = Array.from({ length: holds }, (_, hold) => actionsOf(random, hold, holdSeconds)).flat()
  const end = Math.max(...actions.map(({ at }) => at)) + 2_000
  const deadlines = actions.flatMap(({ kind, at }) => (kind === 'checkout' ? at + holdSeconds * 1000 : []))
  // Half of the faults come close to a deadline.
  const when = () =>
    Math.max(0, random.chance(0.5) ? random.pick(deadlines) + random.between(-2_000, 700) : random.between(0, end))
  const trouble = random.weighted([
    [0.57, anythingFails],
    [0.2, oneProcessFails],
    [0.05, bothFreeze],
    [0.05, allConsumersLeave],
    [0.05, oneBookingIsLocked],
    [0.05, asMuchInHandAsPossible],
    [0.015, allStartAfterAJump],
    [0.015, databaseAwayFromTheOther],
  ])(random, { holds, deadlines, when })
  const { arrival, actions: later } = laterOf(seed, history, actions)
  const crowd = crowdOf(seed, history, holds)
  return {
    seed: Math.floor(random.next() * 2 ** 32),
    arrival,
    holdSeconds,
    sites: random.pick([1, 2, 2]),
    hasPriorities: random.chance(0.5),
    mostInHand: 1_000,
    heartbeatSeconds: 5,
    ...trouble,
    ...crowd,
    actions: [...actions, ...trouble.faults, ...later, ...crowd.actions].toSorted((a, b) => a.at - b.at),
  }
}

/**
 * In some histories more members come at once, mostly to one process, for two stays that share a night, some twice; and that process dies or
 * loses the database meanwhile. They are drawn apart, so that all else in a history is the same without them.
 */
function crowdOf(seed: number, history: number, holds: number): Partial<Pick<Plan, 'sites'>> & { actions: Action[] } {
  const random = createRandom(Math.imul(seed ^ 0x165667b1, 0xc2b2ae35) + Math.imul(history, 0x85ebca6b))
  if (!random.chance(0.2)) return { actions: [] }
  const process = random.pick(names)
  const checkouts = Array.from({ length: 3 + random.below(4) }, (_, each): Action[] => {
    const own = { hold: holds + each, process: random.chance(0.6) ? process : random.pick(names) }
    const first = { ...own, kind: 'checkout', isNext: random.chance(0.4) } as const
    const at = 1_000 + random.between(0, 8)
    const repeated = random.chance(0.3) ? [{ ...first, at: at + random.between(0, 4), again: true }] : []
    return [{ ...first, at, again: false }, ...repeated]
  })
  const at = 1_000 + random.between(4, 40)
  const faults = random.weighted<Fault[]>([
    [0.5, []],
    [0.25, [{ at, kind: 'crash', process, seconds: random.between(0.2, 5) }]],
    [0.25, [{ at, kind: 'reset', process, of: 'database' }]],
  ])
  return { sites: 2 + random.below(3), actions: [...checkouts.flat(), ...faults] }
}

/** A hold, and what becomes of it: most are paid, often close to the deadline, some twice. */
function actionsOf(random: Random, hold: number, holdSeconds: number): Action[] {
  // Some members come at the same moment.
  const begin = random.chance(0.5) ? 1_000 + random.between(0, 3) : random.between(0, 3_000)
  const deadline = begin + holdSeconds * 1000
  const process = () => random.pick(names)
  const actions: Action[] = [{ at: begin, kind: 'checkout', hold, process: process(), again: false }]
  if (random.chance(0.2))
    actions.push({ at: begin + random.between(0, 300), kind: 'checkout', hold, process: process(), again: true })
  const payments = random.weighted([
    [0.25, 0],
    [0.6, 1],
    [0.15, 2],
  ])
  for (let each = 0; each < payments; each += 1) {
    const at = random.chance(0.6) ? deadline + random.between(-1_500, 400) : random.between(begin + 200, deadline)
    const priority = random.chance(0.3) ? 9 : 0
    actions.push({ at, kind: 'pay', hold, event: random.below(2), priority })
  }
  if (random.chance(0.2)) {
    const last = actions.at(-1)?.at ?? begin
    const at = random.chance(0.5) ? last + random.between(1, 300) : random.between(begin + 200, deadline + 500)
    actions.push({ at, kind: 'cancel', hold, process: process() })
  }
  return actions
}

type Trouble = Pick<Plan, 'graceSeconds' | 'slow' | 'refused'> &
  Partial<Pick<Plan, 'hasPriorities' | 'mostInHand' | 'heartbeatSeconds'>> & { faults: Fault[] }
type Circumstances = { holds: number; deadlines: readonly number[]; when: () => number }

const anythingFails = (random: Random, { holds, when }: Circumstances): Trouble => ({
  faults: Array.from({ length: random.below(5) }, () => faultsOf(random, when(), holds)).flat(),
  graceSeconds: random.pick([4, 15, safeGraceSeconds]),
  slow: random.pick([0, 10, 60]),
  refused: random.pick([0, 0, 10]),
})

/** The other process has to do all the work in time. */
function oneProcessFails(random: Random, { holds, when }: Circumstances): Trouble {
  const process = random.pick(names)
  const drawn = Array.from({ length: random.below(5) }, () => faultOf(random, when(), holds))
  const faults = drawn.flatMap(fault => ('process' in fault ? [{ ...fault, process }] : []))
  return { faults, graceSeconds: safeGraceSeconds, slow: 0, refused: 0 }
}

/** One process freezes before a deadline, and the other one after it, for longer than the grace period. */
function bothFreeze(random: Random, { deadlines }: Circumstances): Trouble {
  // Shorter than the heartbeats of a publisher: a process that has lost its connections does not count the time.
  const graceSeconds = 15
  const deadline = random.pick(deadlines)
  const [first = 'a', second = 'b'] = random.chance(0.5) ? names : names.toReversed()
  const freeze = (process: Name, from: number, to: number): Fault => ({
    at: Math.max(0, deadline + random.between(from, to)),
    kind: 'freeze',
    process,
    seconds: random.between(graceSeconds + 1, graceSeconds + 9),
  })
  const faults = [freeze(first, -2_000, 0), freeze(second, 0, 2_500)]
  return { faults, graceSeconds, slow: random.pick([10, 60]), refused: 0 }
}

/** The database answers no process from long before a deadline: all consumers have left when payments come. */
function allConsumersLeave(random: Random, { deadlines }: Circumstances): Trouble {
  const deadline = random.pick(deadlines)
  const at = Math.max(0, deadline - random.between(4_000, 6_000))
  const seconds = (deadline - at) / 1000 + random.between(0, 2)
  const fault: Fault = { at, kind: 'freeze-server', server: 'database', seconds }
  return { faults: [fault], graceSeconds: safeGraceSeconds, slow: 0, refused: 0, hasPriorities: true }
}

/** A booking is locked for longer than the grace period: its payment waits, and all other holds end as usual. */
function oneBookingIsLocked(random: Random, { holds, deadlines }: Circumstances): Trouble {
  const at = Math.max(0, random.pick(deadlines) - random.between(0, 3_000))
  const seconds = safeGraceSeconds + random.between(5, 15)
  const fault: Fault = { at, kind: 'lock', hold: random.below(holds), seconds }
  return { faults: [fault], graceSeconds: safeGraceSeconds, slow: 0, refused: 0 }
}

/** Bookings are locked for longer than the grace period, and their payments are all that a consumer takes: the queue stops. */
function asMuchInHandAsPossible(random: Random, { holds, deadlines }: Circumstances): Trouble {
  const seconds = safeGraceSeconds + random.between(5, 15)
  const at = Math.max(0, Math.min(...deadlines) - random.between(1_500, 3_000))
  const faults = Array.from({ length: holds }, (_, hold): Fault => ({ at, kind: 'lock', hold, seconds }))
  const kept = faults.filter(() => random.chance(0.7))
  return { faults: kept, graceSeconds: safeGraceSeconds, slow: 0, refused: 0, mostInHand: 1 }
}

/** PostgreSQL's clock jumps forward before a deadline, and both processes start again: none of them has seen the slower clock. */
function allStartAfterAJump(random: Random, { deadlines }: Circumstances): Trouble {
  const at = Math.max(0, random.pick(deadlines) - random.between(1_500, 2_500))
  const starts = names.map(
    (process): Fault => ({ at: at + 10, kind: 'crash', process, seconds: random.between(0, 0.3) }),
  )
  const faults: Fault[] = [{ at, kind: 'jump', seconds: random.pick([2, 10]) }, ...starts]
  return { faults, graceSeconds: safeGraceSeconds, slow: 0, refused: 0 }
}

/** A process freezes with messages in hand, unnoticed by the broker, and the other one has no database for the grace period. */
function databaseAwayFromTheOther(random: Random, { deadlines }: Circumstances): Trouble {
  const deadline = random.pick(deadlines)
  const [frozen = 'a', cut = 'b'] = random.chance(0.5) ? names : names.toReversed()
  const at = Math.max(0, deadline - random.between(500, 2_000))
  const between = { server: 'database', direction: 'both' } as const
  const faults: Fault[] = [
    { at, kind: 'freeze', process: frozen, seconds: random.between(23, 28) },
    { at: deadline, kind: 'partition', process: cut, ...between, seconds: random.between(16, 18) },
  ]
  return { faults, graceSeconds: 15, slow: 0, refused: 0, heartbeatSeconds: 30 }
}

/** A fault; some hit both processes, at the same moment or one soon after the other. */
function faultsOf(random: Random, at: number, holds: number): Fault[] {
  const fault = faultOf(random, at, holds)
  if (!('process' in fault) || random.chance(0.65)) return [fault]
  const apart = random.chance(0.5) ? 20 : 6_000
  return names.map(process => ({ ...fault, process, at: at + random.between(0, apart) }))
}

function faultOf(random: Random, at: number, holds: number): Fault {
  const process = random.pick(names)
  const server = random.pick(['broker', 'database'] as const)
  const direction = random.pick(['both', 'both', 'toServer', 'toClient'] as const)
  const seconds = random.chance(0.6) ? random.between(0.2, 5) : random.between(5, 40)
  const long = seconds > 20 ? 2 * seconds : seconds
  const few = Math.min(seconds, 12)
  return random.weighted<Fault>([
    [0.12, { at, kind: 'crash', process, seconds: few }],
    [0.06, { at, kind: 'stop', process, seconds: few }],
    [0.15, { at, kind: 'freeze', process, seconds }],
    [0.13, { at, kind: 'reset', process, of: random.pick(['database', 'publishing', 'consuming', 'both'] as const) }],
    [0.16, { at, kind: 'partition', process, server, direction, seconds: long }],
    [0.06, { at, kind: 'freeze-server', server, seconds }],
    [0.06, { at, kind: 'crash-server', server, seconds: few }],
    [0.04, { at, kind: 'alarm', seconds }],
    [0.06, { at, kind: 'jump', seconds: random.pick([-1, 2, 10]) }],
    [0.04, { at, kind: 'wrong-clock', process, seconds: random.pick([-90, 3, 600]) }],
    [0.03, { at, kind: 'unbind' }],
    [0.03, { at, kind: 'purge-timers' }],
    [0.06, { at, kind: 'lock', hold: random.chance(0.5) ? undefined : random.below(holds), seconds: long }],
  ])
}
