import { type LockFault, locks } from './outsiders.ts'
import { createRandom, type Random } from './random.ts'

/** Processes that are started twice each. */
export const processNames = ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'] as const
export type ProcessName = (typeof processNames)[number]
export type ServerName = 'RabbitMQ' | 'PostgreSQL' | 'Redis'

/** Services that hold something, and consume payments. */
export const holdingServices = ['booking', 'checkout'] as const
type HoldingService = (typeof holdingServices)[number]

/** How far the wall clock of a process is moved, in seconds. */
export const clockOffsets = { 'clock +600 s': 600, 'clock +90 s': 90, 'clock -90 s': -90, 'clock +3 s': 3 } as const
export type ClockFault = keyof typeof clockOffsets

/**
 * What is cut, as seen from a process: the ways to a server or from it, or both. `gateway` means the connections of the gateways
 * and of the admin service to it. At a commit of a process both ways are cut.
 */
export const cuts = {
  'database cut': { of: 'database', ways: [] },
  'to database cut': { of: 'database', ways: ['requests'] },
  'from database cut': { of: 'database', ways: ['replies'] },
  'commit cut': { of: 'database', commit: 'is lost' },
  'answer to commit cut': { of: 'database', commit: 'reaches the server' },
  'broker cut': { of: 'broker', ways: [] },
  'to broker cut': { of: 'broker', ways: ['requests'] },
  'from broker cut': { of: 'broker', ways: ['replies'] },
  'gateway cut': { of: 'gateway', ways: [] },
  'to gateway cut': { of: 'gateway', ways: ['replies'] },
  'from gateway cut': { of: 'gateway', ways: ['requests'] },
} as const
export type Cut = keyof typeof cuts

/** One thing that is done to one process or server. */
export type FaultStep =
  | { target: 'process'; name: ProcessName; instance: 0 | 1; how: 'kill' | 'terminate' | 'freeze' }
  | { target: 'server'; name: ServerName; how: 'stop' | 'kill' | 'freeze' | 'cut' | 'flush' | 'full memory' }
  | { target: 'clock'; name: HoldingService; instance: 0 | 1; how: ClockFault }
  /** Connections of one process; `active`: of the one that is given payments. */
  | { target: 'partition'; name: HoldingService; instance: 0 | 1 | 'active'; how: Cut }
  /** The broker blocks publishers. */
  | { target: 'alarm'; name: 'RabbitMQ'; how: 'alarm' }
  /** Its log cannot grow; at the end the process gets SIGTERM while that is still so. */
  | { target: 'log'; name: HoldingService; instance: 0 | 1; how: 'full log' }
  /** The database is migrated by another release, or the first or the second process of every name is replaced by one of it. */
  | { target: 'release'; name: 'database' | 'first processes' | 'second processes'; how: ReleaseChange }
  /** No space is left for the data of a server, or PostgreSQL's log of transactions. */
  | { target: 'disk'; name: 'PostgreSQL' | 'RabbitMQ'; how: 'full data' | 'full log of transactions' | 'disk low' }
  /** The ways of all processes to a server. */
  | { target: 'slow'; name: ServerName; how: SlowFault }
  /** Another session has locked something. */
  | { target: 'lock'; name: 'PostgreSQL'; how: LockFault }
  /** Others have all connections of a server. */
  | { target: 'connections'; name: 'PostgreSQL' | 'RabbitMQ'; how: 'no connections' }
  /** Somebody does something to a queue that the service consumes. */
  | { target: 'queue'; name: HoldingService | 'me'; how: QueueFault }

/** From the release before to the new one, or the other way round. */
export type ReleaseChange = 'upgrade' | 'roll back'

/** By how many milliseconds everything arrives later, in each direction. */
export const slowFaults = { 'slow by 0.2 s': 200, 'slow by 1 s': 1_000, 'slow by 2 s': 2_000 } as const
type SlowFault = keyof typeof slowFaults

const queueFaults = [
  ...(['deleted payments', 'unbound payments', 'deleted purchases', 'unbound purchases'] as const),
  ...(['deleted timers', 'deleted expired-timers', 'unbound expired-timers'] as const),
] as const
type QueueFault = (typeof queueFaults)[number] | 'purged payments'

export const faultTargets = [
  ...(['process', 'server', 'clock', 'partition', 'alarm', 'log'] as const),
  ...(['disk', 'slow', 'lock', 'connections', 'queue', 'pair'] as const),
] as const
export type FaultTarget = (typeof faultTargets)[number]
/** What `--only` chooses from: targets, and single cuts. */
export const faultNames = [...faultTargets, ...(Object.keys(cuts) as Cut[])]
export type FaultName = (typeof faultNames)[number]
/** Those that last some seconds. */
export const shortTargets: readonly FaultName[] = ['process', 'server']

/** One or several steps that begin and end together. */
export type Fault = {
  /** Its position in the schedule, from 1. */
  number: number
  /** Earliest begin, in milliseconds after the load began; later when the fault before it is not healed yet. */
  at: number
  /** How long it lasts, in milliseconds, before its processes and servers are started or resumed. */
  lasts: number
  steps: readonly FaultStep[]
}

/** How summaries name a fault: `booking kill`, `checkout freeze (both)`, `booking kill + RabbitMQ stop`. */
export function kindOf({ steps }: Pick<Fault, 'steps'>): string {
  const names = Map.groupBy(steps, ({ name, how }) => `${name} ${how}`)
  return [...names].map(([name, same]) => (same.length > 1 ? `${name} (both)` : name)).join(' + ')
}

/** A line of the table of faults: the action, and its duration in seconds, at least and at most. */
type Line = { steps: readonly FaultStep[]; seconds: readonly [least: number, most: number] }

const one = (step: FaultStep, ...seconds: Line['seconds']): Line => ({ steps: [step], seconds })
const outage = [0.5, 6] as const
const silence = [1.5, 12] as const
const instanceOf = (random: Random) => random.pick([0, 1] as const)

/** The table of faults; a line whose process is drawn has another one each time. */
const table: Record<(typeof faultTargets)[number], (random: Random) => Line[]> = {
  process: random => {
    const name = random.pick(holdingServices)
    const both = ([0, 1] as const).map((instance): FaultStep => ({ target: 'process', name, instance, how: 'kill' }))
    const drawn = (['kill', 'terminate', 'freeze'] as const).flatMap(how =>
      random
        .shuffled(processNames)
        .slice(0, 3)
        .map((name): Line => {
          const step: FaultStep = { target: 'process', name, instance: instanceOf(random), how }
          return { steps: [step], seconds: how === 'freeze' ? silence : outage }
        }),
    )
    return [...drawn, { steps: both, seconds: outage }]
  },
  server: () => [
    ...(['RabbitMQ', 'PostgreSQL'] as const).flatMap(name => [
      one({ target: 'server', name, how: 'stop' }, ...outage),
      one({ target: 'server', name, how: 'kill' }, ...outage),
      one({ target: 'server', name, how: 'freeze' }, ...silence),
    ]),
    one({ target: 'server', name: 'Redis', how: 'flush' }, 0.5, 0.5),
    one({ target: 'server', name: 'Redis', how: 'stop' }, ...outage),
    one({ target: 'server', name: 'Redis', how: 'freeze' }, ...silence),
    one({ target: 'server', name: 'Redis', how: 'full memory' }, ...outage),
  ],
  // A machine has one clock, and a process of each service. Most last longer than most holds.
  clock: random =>
    (Object.keys(clockOffsets) as ClockFault[]).map(how => {
      const instance = instanceOf(random)
      const steps = holdingServices.map((name): FaultStep => ({ target: 'clock', name, instance, how }))
      return { steps, seconds: how === 'clock +600 s' ? [3, 6] : [22, 30] }
    }),
  partition: random => [
    ...(Object.keys(cuts) as Cut[]).map(how => {
      const name = random.pick(holdingServices)
      return one({ target: 'partition', name, instance: instanceOf(random), how }, 10, 25)
    }),
    one({ target: 'partition', name: random.pick(holdingServices), instance: 'active', how: 'database cut' }, 40, 40),
  ],
  alarm: () => [one({ target: 'alarm', name: 'RabbitMQ', how: 'alarm' }, 22, 35)],
  log: random => {
    const name = random.pick(holdingServices)
    return [one({ target: 'log', name, instance: instanceOf(random), how: 'full log' }, 4, 8)]
  },
  disk: () => [
    one({ target: 'disk', name: 'PostgreSQL', how: 'full data' }, 5, 25),
    one({ target: 'disk', name: 'PostgreSQL', how: 'full log of transactions' }, 5, 25),
    one({ target: 'disk', name: 'RabbitMQ', how: 'disk low' }, 22, 35),
  ],
  slow: random => {
    const ways = (Object.keys(slowFaults) as SlowFault[]).flatMap(how =>
      (['PostgreSQL', 'RabbitMQ'] as const).map(name => one({ target: 'slow', name, how }, 10, 25)),
    )
    return [...random.shuffled(ways).slice(0, 2), one({ target: 'slow', name: 'Redis', how: 'slow by 1 s' }, 5, 10)]
  },
  lock: random =>
    random
      .shuffled(Object.keys(locks) as LockFault[])
      .slice(0, 3)
      .map(how => one({ target: 'lock', name: 'PostgreSQL', how }, 25, 32)),
  connections: () =>
    (['PostgreSQL', 'RabbitMQ'] as const).map(name =>
      one({ target: 'connections', name, how: 'no connections' }, 10, 25),
    ),
  queue: random => {
    const name = random.pick(holdingServices)
    const killed = ([0, 1] as const).map((instance): FaultStep => ({ target: 'process', name, instance, how: 'kill' }))
    const drawn = random.shuffled(queueFaults).slice(0, 3)
    return [
      { steps: [...killed, { target: 'queue', name, how: 'purged payments' }], seconds: outage },
      ...drawn.map(how => one({ target: 'queue', name: how.endsWith('purchases') ? 'me' : name, how }, 5, 10)),
    ]
  },
  // Two servers at once, and a server with a process.
  pair: () =>
    holdingServices.flatMap(name => [
      {
        steps: [
          { target: 'partition', name, instance: 0, how: 'broker cut' },
          { target: 'partition', name, instance: 1, how: 'broker cut' },
          { target: 'server', name: 'PostgreSQL', how: 'freeze' },
        ],
        seconds: silence,
      },
      {
        steps: [
          { target: 'disk', name: 'PostgreSQL', how: 'full data' },
          { target: 'process', name, instance: 0, how: 'kill' },
        ],
        seconds: [5, 15],
      },
    ]),
}

/**
 * Draws the faults of a run: the same for the same seed, length and names. Lines of the table come in a shuffled order, so that a
 * short run has as many different ones as possible; every fourth fault of processes and servers is two at once.
 *
 * @param minutes length of the load; no fault begins in its last ten seconds
 */
export function drawFaults(seed: number, minutes: number, only: readonly FaultName[]): Fault[] {
  const random = createRandom(seed)
  const faults: Fault[] = []
  let lines: Line[] = []
  let at = random.between(6_000, 9_000)
  while (at < minutes * 60_000 - 10_000) {
    if (lines.length === 0) {
      const all = faultTargets.flatMap(target => table[target](random).map(line => ({ target, line })))
      // By the last of its steps, too: those before it prepare a fault.
      const isMeant = ({ target, line: { steps } }: (typeof all)[number]) =>
        only.some(name => name === target || name === steps.at(-1)?.how)
      lines = random.shuffled(all.filter(isMeant).map(({ line }) => line))
    }
    const [line, next] = [lines.pop(), lines.at(-1)]
    if (!line) break
    const isCombined = next !== undefined && canCombine(line, next) && random.chance(0.25)
    if (isCombined) lines.pop()
    const steps = isCombined ? [...line.steps, ...next.steps] : line.steps
    const lasts = Math.round(1000 * random.between(...line.seconds))
    faults.push({ number: faults.length + 1, at: Math.round(at), lasts, steps })
    at += lasts + random.between(3_000, 7_000)
  }
  return faults
}

/** Two faults of processes and servers, none of them twice. */
function canCombine({ steps }: Line, { steps: others }: Line): boolean {
  const all = [...steps, ...others]
  const isShort = all.every(({ target }) => shortTargets.some(short => short === target))
  return (
    isShort && new Set(all.map(step => `${step.name} ${'instance' in step ? step.instance : ''}`)).size === all.length
  )
}
