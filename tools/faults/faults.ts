import { createRandom, type Random } from './random.ts'

/** Processes that are started twice each. */
export const processNames = ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'] as const
export type ProcessName = (typeof processNames)[number]

/** The servers that the processes need. */
export type ServerName = 'RabbitMQ' | 'PostgreSQL' | 'Redis'

/** One thing that is done to one process or server. */
export type FaultStep =
  | { target: 'process'; name: ProcessName; place: 0 | 1; how: 'kill' | 'terminate' | 'freeze' }
  | { target: 'server'; name: ServerName; how: 'stop' | 'kill' | 'freeze' | 'flush' }

/** One or several things that are done at the same instant and undone together. */
export type Fault = {
  /** Its place in the schedule, from 1. */
  number: number
  /** Earliest begin in milliseconds after the load began; later when the fault before it is not healed yet. */
  at: number
  /** How long it lasts, in milliseconds, before its processes and servers are started or resumed. */
  lasts: number
  steps: readonly FaultStep[]
}

/** How a fault is named in summaries: `booking kill`, `checkout freeze (both)`, `booking kill + RabbitMQ stop`. */
export function kindOf({ steps }: Pick<Fault, 'steps'>): string {
  const names = steps.map(({ name, how }) => `${name} ${how}`)
  const count = (name: string) => names.filter(one => one === name).length
  return [...new Set(names)].map(name => (count(name) > 1 ? `${name} (both)` : name)).join(' + ')
}

const serverFaults: readonly FaultStep[] = [
  { target: 'server', name: 'RabbitMQ', how: 'stop' },
  { target: 'server', name: 'RabbitMQ', how: 'kill' },
  { target: 'server', name: 'RabbitMQ', how: 'freeze' },
  { target: 'server', name: 'PostgreSQL', how: 'stop' },
  { target: 'server', name: 'PostgreSQL', how: 'kill' },
  { target: 'server', name: 'PostgreSQL', how: 'freeze' },
  { target: 'server', name: 'Redis', how: 'flush' },
  { target: 'server', name: 'Redis', how: 'stop' },
]

const processFaults = ['kill', 'terminate', 'freeze'] as const

/** Most that a fault lasts, in milliseconds: PAYMENT_GRACE_SECONDS must be longer. */
export const longestFaultMs = 12_000

/**
 * Draws the faults of a run: the same for the same seed and length. Kinds come from a shuffled deck, so that a short run sees
 * as many different ones as it has room for; every fourth fault is two kinds at once.
 *
 * @param minutes length of the load; no fault begins in its last ten seconds
 */
export function drawFaults(seed: number, minutes: number): Fault[] {
  const random = createRandom(seed)
  const faults: Fault[] = []
  let deck: FaultStep[][] = []
  const draw = () => {
    if (deck.length === 0) deck = newDeck(random)
    return deck.pop() ?? []
  }
  let at = random.between(6_000, 9_000)
  while (at < minutes * 60_000 - 10_000) {
    const first = draw()
    const steps = random.chance(0.25) ? together(first, draw()) : first
    const lasts = Math.round(durationOf(steps, random))
    faults.push({ number: faults.length + 1, at: Math.round(at), lasts, steps })
    at += lasts + random.between(3_000, 7_000)
  }
  return faults
}

/** Each server fault, each process fault of one process, and a process fault of both processes of a service. */
function newDeck(random: Random): FaultStep[][] {
  const place = () => (random.chance(0.5) ? 0 : 1)
  const single = processFaults.flatMap(how =>
    random.shuffled(processNames).map((name): FaultStep[] => [{ target: 'process', name, place: place(), how }]),
  )
  const holders = ['booking', 'checkout'] as const
  const both = random.pick(holders)
  const how = random.pick(processFaults)
  const pair: FaultStep[] = [
    { target: 'process', name: both, place: 0, how },
    { target: 'process', name: both, place: 1, how },
  ]
  // As many process faults as server faults: the processes of one kind behave alike.
  const chosen = random.shuffled(single).slice(0, 9)
  return random.shuffled([...serverFaults.map(step => [step]), ...chosen, pair])
}

/** Two faults as one, without doing two things to the same process or server. */
function together(first: readonly FaultStep[], second: readonly FaultStep[]): FaultStep[] {
  const targetOf = (step: FaultStep) => `${step.name} ${step.target === 'process' ? step.place : ''}`
  const taken = new Set(first.map(targetOf))
  return [...first, ...second.filter(step => !taken.has(targetOf(step)))]
}

function durationOf(steps: readonly FaultStep[], random: Random): number {
  if (steps.every(({ how }) => how === 'flush')) return 500
  const frozen = steps.some(({ how }) => how === 'freeze')
  return frozen ? random.between(1_500, longestFaultMs) : random.between(500, 6_000)
}
