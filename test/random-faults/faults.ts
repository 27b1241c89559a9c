import { createRandom, type Random } from './random.ts'

/** Processes that are started twice each. */
export const processNames = ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'] as const
export type ProcessName = (typeof processNames)[number]
export type ServerName = 'RabbitMQ' | 'PostgreSQL' | 'Redis'

/** Services that hold something, and consume payments. */
export const holdingServices = ['booking', 'checkout'] as const
export type HoldingService = (typeof holdingServices)[number]

/** How far the wall clock of a process is moved, in seconds; a drift gains or loses one part in a hundred. */
export const clockOffsets = {
  'clock +600 s': 600,
  'clock +90 s': 90,
  'clock -90 s': -90,
  'clock +3 s': 3,
  'clock drift': 0.01,
} as const
export type ClockFault = keyof typeof clockOffsets

/** One thing that is done to one process or server. */
export type FaultStep =
  | { target: 'process'; name: ProcessName; instance: 0 | 1; how: 'kill' | 'terminate' | 'freeze' }
  | { target: 'server'; name: ServerName; how: 'stop' | 'kill' | 'freeze' | 'flush' }
  | { target: 'clock'; name: HoldingService; instance: 0 | 1; how: ClockFault }
  /** Only the way from one process to the server; `active` is the process that is given payments. */
  | { target: 'partition'; name: HoldingService; instance: 0 | 1 | 'active'; how: 'database cut' | 'broker cut' }
  /** The broker blocks publishers. */
  | { target: 'alarm'; name: 'RabbitMQ'; how: 'alarm' }
  /** Its log cannot grow; at the end the process gets SIGTERM while that is still so. */
  | { target: 'log'; name: HoldingService; instance: 0 | 1; how: 'full log' }
  /** A session from outside locks an open hold. */
  | { target: 'lock'; name: HoldingService; how: 'locked row' }

/** What `--only` chooses from. */
export const faultTargets = ['process', 'server', 'clock', 'partition', 'alarm', 'log', 'lock'] as const
export type FaultTarget = FaultStep['target']

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

const serverFaults: readonly FaultStep[] = [
  ...(['RabbitMQ', 'PostgreSQL'] as const).flatMap(name =>
    (['stop', 'kill', 'freeze'] as const).map((how): FaultStep => ({ target: 'server', name, how })),
  ),
  { target: 'server', name: 'Redis', how: 'flush' },
  { target: 'server', name: 'Redis', how: 'stop' },
]

const processFaults = ['kill', 'terminate', 'freeze'] as const

/** Longest time that a process or a server is frozen, in milliseconds. */
export const longestFreezeMs = 12_000

/**
 * What is drawn from, and how long a process may be silent, in milliseconds: the broker takes it for lost after up to 30 s only, and
 * nothing is known of the payments that it was given, so that a grace must be longer.
 */
export type FaultChoice = { targets: readonly FaultTarget[]; silentMs?: number }

/**
 * Draws the faults of a run: the same for the same seed, length and choice. Kinds come from a shuffled list, so that a short run has
 * as many different ones as possible; every fourth of the short faults of processes and servers is two kinds at once.
 *
 * @param minutes length of the load; no fault begins in its last ten seconds
 */
export function drawFaults(seed: number, minutes: number, choice: FaultChoice): Fault[] {
  const random = createRandom(seed)
  const faults: Fault[] = []
  let kinds: FaultStep[][] = []
  const draw = (isWanted = (_: readonly FaultStep[]) => true) => {
    if (kinds.length === 0) kinds = shuffledKinds(random, choice.targets)
    const index = kinds.findLastIndex(isWanted)
    return index < 0 ? [] : (kinds.splice(index, 1)[0] ?? [])
  }
  let at = random.between(6_000, 9_000)
  while (at < minutes * 60_000 - 10_000) {
    const first = draw()
    const steps = isShort(first) && random.chance(0.25) ? combined(first, draw(isShort)) : first
    const lasts = Math.round(durationOf(steps, random, choice.silentMs ?? Number.POSITIVE_INFINITY))
    faults.push({ number: faults.length + 1, at: Math.round(at), lasts, steps })
    at += lasts + random.between(3_000, 7_000)
  }
  return faults
}

/** Each server fault, about as many process faults, because processes behave alike, one of both processes of a service, and the rest. */
function shuffledKinds(random: Random, targets: readonly FaultTarget[]): FaultStep[][] {
  const instance = () => (random.chance(0.5) ? 0 : 1)
  const single = processFaults.flatMap(how =>
    random.shuffled(processNames).map((name): FaultStep[] => [{ target: 'process', name, instance: instance(), how }]),
  )
  const name = random.pick(holdingServices)
  const how = random.pick(processFaults)
  const both = ([0, 1] as const).map((instance): FaultStep => ({ target: 'process', name, instance, how }))
  const chosen = random.shuffled(single).slice(0, 9)
  const all = [...serverFaults.map(step => [step]), ...chosen, both, ...longKinds(random)]
  return random.shuffled(all.filter(steps => steps.every(({ target }) => targets.includes(target))))
}

/** What lasts longer than most holds, except for the jump. A clock is that of a machine, with a process of each service. */
function longKinds(random: Random): FaultStep[][] {
  const service = () => random.pick(holdingServices)
  const instance = () => (random.chance(0.5) ? 0 : 1)
  const clocks = (Object.keys(clockOffsets) as ClockFault[]).map(how => {
    const machine = instance()
    return holdingServices.map((name): FaultStep => ({ target: 'clock', name, instance: machine, how }))
  })
  return [
    ...clocks,
    [{ target: 'partition', name: service(), instance: instance(), how: 'database cut' }],
    [{ target: 'partition', name: service(), instance: 'active', how: 'database cut' }],
    [{ target: 'partition', name: service(), instance: 'active', how: 'broker cut' }],
    [{ target: 'alarm', name: 'RabbitMQ', how: 'alarm' }],
    [{ target: 'log', name: service(), instance: instance(), how: 'full log' }],
    [{ target: 'lock', name: service(), how: 'locked row' }],
  ]
}

const isShort = (steps: readonly FaultStep[]): boolean =>
  steps.every(({ target }) => target === 'process' || target === 'server')

/** Two faults as one, with at most one step for the same process or server. */
function combined(first: readonly FaultStep[], second: readonly FaultStep[]): FaultStep[] {
  const targetOf = (step: FaultStep) => `${step.name} ${'instance' in step ? step.instance : ''}`
  const targets = new Set(first.map(targetOf))
  return [...first, ...second.filter(step => !targets.has(targetOf(step)))]
}

/** How long the faults last that are not short, in milliseconds. */
const longDurations: Record<Exclude<FaultTarget, 'process' | 'server'>, readonly [from: number, to: number]> = {
  clock: [22_000, 30_000],
  partition: [10_000, 40_000],
  alarm: [15_000, 30_000],
  log: [4_000, 8_000],
  lock: [10_000, 30_000],
}

function durationOf(steps: readonly FaultStep[], random: Random, silentMs: number): number {
  const [step] = steps
  if (step?.how === 'clock +600 s') return random.between(3_000, 6_000)
  if (step && step.target !== 'process' && step.target !== 'server') {
    const lasts = random.between(...longDurations[step.target])
    return step.how === 'broker cut' ? Math.min(lasts, silentMs) : lasts
  }
  const freezeMs = Math.min(longestFreezeMs, silentMs)
  if (steps.every(({ how }) => how === 'flush')) return 500
  const frozen = steps.some(({ how }) => how === 'freeze')
  return frozen ? random.between(Math.min(1_500, freezeMs), freezeMs) : random.between(500, 6_000)
}
