import { createRandom, type Random } from './random.ts'

/** Processes that are started twice each. */
export const processNames = ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'] as const
export type ProcessName = (typeof processNames)[number]
export type ServerName = 'RabbitMQ' | 'PostgreSQL' | 'Redis'

/** Services that hold something, and consume payments. */
export const holdingServices = ['booking', 'checkout'] as const
type HoldingService = (typeof holdingServices)[number]

/** How far the wall clock of a process is moved, in seconds. */
export const clockOffsets = {
  'clock +600 s': 600,
  'clock +90 s': 90,
  'clock -90 s': -90,
  'clock +3 s': 3,
} as const
export type ClockFault = keyof typeof clockOffsets

/**
 * What is cut, as seen from a process: the ways to a server or from it, or both. Connections between it and the gateways and the
 * admin service are those of `gateway`. At a commit of a process both ways are cut.
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
  | { target: 'server'; name: ServerName; how: 'stop' | 'kill' | 'freeze' | 'cut' | 'flush' }
  | { target: 'clock'; name: HoldingService; instance: 0 | 1; how: ClockFault }
  /** Connections of one process; `active`: of the one that is given payments. */
  | { target: 'partition'; name: HoldingService; instance: 0 | 1 | 'active'; how: Cut }
  /** The broker blocks publishers. */
  | { target: 'alarm'; name: 'RabbitMQ'; how: 'alarm' }
  /** Its log cannot grow; at the end the process gets SIGTERM while that is still so. */
  | { target: 'log'; name: HoldingService; instance: 0 | 1; how: 'full log' }

const faultTargets = ['process', 'server', 'clock', 'partition', 'alarm', 'log'] as const
/** What `--only` chooses from: targets, and single cuts. */
export const faultNames = [...faultTargets, ...(Object.keys(cuts) as Cut[])]
export type FaultName = (typeof faultNames)[number]

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

/** A line of the table of faults: what is done, and for how many seconds, at least and at most. */
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
  ],
  // A clock is that of a machine, with a process of each service. Most last longer than most holds.
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
  alarm: () => [one({ target: 'alarm', name: 'RabbitMQ', how: 'alarm' }, 15, 30)],
  log: random => {
    const name = random.pick(holdingServices)
    return [one({ target: 'log', name, instance: instanceOf(random), how: 'full log' }, 4, 8)]
  },
}

/**
 * Draws the faults of a run: the same for the same seed, length and names. Lines of the table come in a shuffled order, so that a
 * short run has as many different ones as possible; every fourth of those of processes and servers is two at once.
 *
 * @param minutes length of the load; no fault begins in its last ten seconds
 */
export function drawFaults(seed: number, minutes: number, only: readonly FaultName[]): Fault[] {
  const random = createRandom(seed)
  const faults: Fault[] = []
  const isMeant = (step: FaultStep) => only.some(name => name === step.target || name === step.how)
  let lines: Line[] = []
  let at = random.between(6_000, 9_000)
  while (at < minutes * 60_000 - 10_000) {
    if (lines.length === 0) {
      const all = faultTargets.flatMap(target => table[target](random))
      lines = random.shuffled(all.filter(({ steps }) => steps.some(isMeant)))
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
  const isShort = all.every(({ target }) => target === 'process' || target === 'server')
  return (
    isShort && new Set(all.map(step => `${step.name} ${'instance' in step ? step.instance : ''}`)).size === all.length
  )
}
