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

/** One thing that is done to one process or server. */
export type FaultStep =
  | { target: 'process'; name: ProcessName; instance: 0 | 1; how: 'kill' | 'terminate' | 'freeze' }
  | { target: 'server'; name: ServerName; how: 'stop' | 'kill' | 'freeze' | 'flush' }
  | { target: 'clock'; name: HoldingService; instance: 0 | 1; how: ClockFault }
  /** Only the way from one process to the server. */
  | { target: 'partition'; name: HoldingService; instance: 0 | 1; how: 'database cut' | 'broker cut' }
  /** The broker blocks publishers. */
  | { target: 'alarm'; name: 'RabbitMQ'; how: 'alarm' }
  /** Its log cannot grow; at the end the process gets SIGTERM while that is still so. */
  | { target: 'log'; name: HoldingService; instance: 0 | 1; how: 'full log' }
  /** The database is migrated by another release, or the first or the second process of every name is replaced by one of it. */
  | { target: 'release'; name: 'database' | 'first processes' | 'second processes'; how: ReleaseChange }

/** From the release before to the new one, or the other way round. */
export type ReleaseChange = 'upgrade' | 'roll back'

/** What `--only` chooses from. */
export const faultTargets = ['process', 'server', 'clock', 'partition', 'alarm', 'log'] as const
/** Those of them that last some seconds. */
export const shortTargets: readonly FaultTarget[] = ['process', 'server']
export type FaultTarget = (typeof faultTargets)[number]

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
const table: Record<FaultTarget, (random: Random) => Line[]> = {
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
  partition: random =>
    (['database cut', 'broker cut'] as const).map(how => {
      const name = random.pick(holdingServices)
      return one({ target: 'partition', name, instance: instanceOf(random), how }, 10, 40)
    }),
  alarm: () => [one({ target: 'alarm', name: 'RabbitMQ', how: 'alarm' }, 15, 30)],
  log: random => {
    const name = random.pick(holdingServices)
    return [one({ target: 'log', name, instance: instanceOf(random), how: 'full log' }, 4, 8)]
  },
}

/**
 * Draws the faults of a run: the same for the same seed, length and targets. Lines of the table come in a shuffled order, so that a
 * short run has as many different ones as possible; every fourth of those of processes and servers is two at once.
 *
 * @param minutes length of the load; no fault begins in its last ten seconds
 */
export function drawFaults(seed: number, minutes: number, targets: readonly FaultTarget[]): Fault[] {
  const random = createRandom(seed)
  const faults: Fault[] = []
  let lines: Line[] = []
  let at = random.between(6_000, 9_000)
  while (at < minutes * 60_000 - 10_000) {
    if (lines.length === 0) lines = random.shuffled(targets.flatMap(target => table[target](random)))
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
