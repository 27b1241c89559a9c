import { createRandom, type Random } from './random.ts'

/** Processes that are started twice each. */
export const processNames = ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'] as const
export type ProcessName = (typeof processNames)[number]
export type ServerName = 'RabbitMQ' | 'PostgreSQL' | 'Redis'

/** One thing that is done to one process or server. */
export type FaultStep =
  | { target: 'process'; name: ProcessName; instance: 0 | 1; how: 'kill' | 'terminate' | 'freeze' }
  | { target: 'server'; name: ServerName; how: 'stop' | 'kill' | 'freeze' | 'flush' }

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

/** Longest fault, in milliseconds: PAYMENT_GRACE_SECONDS must be longer. */
export const longestFaultMs = 12_000

/**
 * Draws the faults of a run: the same for the same seed and length. Kinds come from a shuffled list, so that a short run has
 * as many different ones as possible; every fourth fault is two kinds at once.
 *
 * @param minutes length of the load; no fault begins in its last ten seconds
 */
export function drawFaults(seed: number, minutes: number): Fault[] {
  const random = createRandom(seed)
  const faults: Fault[] = []
  let kinds: FaultStep[][] = []
  const draw = () => {
    if (kinds.length === 0) kinds = shuffledKinds(random)
    return kinds.pop() ?? []
  }
  let at = random.between(6_000, 9_000)
  while (at < minutes * 60_000 - 10_000) {
    const first = draw()
    const steps = random.chance(0.25) ? combined(first, draw()) : first
    const lasts = Math.round(durationOf(steps, random))
    faults.push({ number: faults.length + 1, at: Math.round(at), lasts, steps })
    at += lasts + random.between(3_000, 7_000)
  }
  return faults
}

/** Each server fault, about as many process faults, because processes behave alike, and one of both processes of a service. */
function shuffledKinds(random: Random): FaultStep[][] {
  const instance = () => (random.chance(0.5) ? 0 : 1)
  const single = processFaults.flatMap(how =>
    random.shuffled(processNames).map((name): FaultStep[] => [{ target: 'process', name, instance: instance(), how }]),
  )
  const name = random.pick(['booking', 'checkout'] as const)
  const how = random.pick(processFaults)
  const both = ([0, 1] as const).map((instance): FaultStep => ({ target: 'process', name, instance, how }))
  const chosen = random.shuffled(single).slice(0, 9)
  return random.shuffled([...serverFaults.map(step => [step]), ...chosen, both])
}

/** Two faults as one, with at most one step for the same process or server. */
function combined(first: readonly FaultStep[], second: readonly FaultStep[]): FaultStep[] {
  const targetOf = (step: FaultStep) => `${step.name} ${step.target === 'process' ? step.instance : ''}`
  const targets = new Set(first.map(targetOf))
  return [...first, ...second.filter(step => !targets.has(targetOf(step)))]
}

function durationOf(steps: readonly FaultStep[], random: Random): number {
  if (steps.every(({ how }) => how === 'flush')) return 500
  const frozen = steps.some(({ how }) => how === 'freeze')
  return frozen ? random.between(1_500, longestFaultMs) : random.between(500, 6_000)
}
