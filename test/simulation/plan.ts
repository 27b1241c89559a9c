import { createRandom, type Random } from '../random-faults/random.ts'
import type { Direction } from './network.ts'

export type Name = 'a' | 'b'
export type Server = 'broker' | 'database'

type At = { at: number }

/** What goes wrong, and for how long. */
export type Fault = At &
  (
    | { kind: 'crash' | 'stop' | 'freeze'; process: Name; seconds: number }
    /** Of connections to the broker it ends one, or both. */
    | { kind: 'reset'; process: Name; of: 'database' | 'publishing' | 'consuming' | 'both' }
    | { kind: 'partition'; process: Name; server: Server; direction: Direction | 'both'; seconds: number }
    | { kind: 'freeze-server' | 'crash-server'; server: Server; seconds: number }
    | { kind: 'alarm' | 'jump'; seconds: number }
    | { kind: 'wrong-clock'; process: Name; seconds: number }
    | { kind: 'unbind' | 'purge-timers' }
    /** A session outside locks a booking, or the zone. */
    | { kind: 'lock'; hold: number | undefined; seconds: number }
  )

/** What somebody does, or what goes wrong, at a time in milliseconds. */
export type Action =
  | (At & { kind: 'checkout'; hold: number; process: Name; again: boolean })
  | (At & { kind: 'cancel'; hold: number; process: Name })
  /** `event` counts the different payments of a hold; the same one can be published twice. */
  | (At & { kind: 'pay'; hold: number; event: number; priority: number })
  | Fault

/** A history before it happens: everything in it follows from this. */
export type Plan = {
  seed: number
  holdSeconds: number
  graceSeconds: number
  sites: number
  hasPriorities: boolean
  /** Messages that take long, of a thousand. */
  slow: number
  /** Statements that the database refuses for no reason of their own, of a thousand. */
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
  // In some histories only one process fails, so that the other one has to do all its work in time.
  const failing = random.chance(0.2) ? random.pick(names) : undefined
  const faults = Array.from({ length: random.below(5) }, () => faultsOf(random, when(), holds))
    .flat()
    .filter(isModelled)
    .flatMap(fault => (failing === undefined ? [fault] : 'process' in fault ? [{ ...fault, process: failing }] : []))
  return {
    seed: Math.floor(random.next() * 2 ** 32),
    holdSeconds,
    graceSeconds: failing ? safeGraceSeconds : random.pick([4, 4, 15, safeGraceSeconds]),
    sites: random.pick([1, 2, 2]),
    hasPriorities: random.chance(0.5),
    slow: failing ? 0 : random.pick([0, 10, 60]),
    refused: failing ? 0 : random.pick([0, 0, 10]),
    actions: [...actions, ...faults].toSorted((a, b) => a.at - b.at),
  }
}

const names: readonly Name[] = ['a', 'b']

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

/** A process that starts after a jump of PostgreSQL's clock does not know it (docs/protocol.md), so none does. */
const isModelled = (action: Fault, _: number, all: Fault[]): boolean =>
  !(all.some(({ kind }) => kind === 'jump') && (action.kind === 'crash' || action.kind === 'stop'))
