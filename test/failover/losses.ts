import { type Fault, type FaultStep, processNames } from '../random-faults/faults.ts'

/** How a leader is lost. */
export const losses = ['kill', 'freeze', 'cut'] as const
export type Loss = (typeof losses)[number]

/**
 * How long a killed or frozen server stays away: the system must recover without it. Who is cut off from a RabbitMQ node that is cut
 * off learns of it within 19 s.
 */
const awayMs = (how: string) => (how === 'cut' ? 35_000 : 15_000)
/** The shortest time from the end of one loss to the next. */
const pauseMs = 2_000

/** Killed servers end their connections; frozen ones are silent, like a lost machine; cut-off ones keep some clients. */
const leadersLost = (only: readonly Loss[]) =>
  losses
    .filter(how => only.includes(how))
    .flatMap(how => (['RabbitMQ', 'PostgreSQL'] as const).map((name): FaultStep => ({ target: 'server', name, how })))

/**
 * The losses of a run, one after the other: the leader of RabbitMQ, a process, the leader of PostgreSQL, a process, and so on, until
 * the first and then the second process of each service has been killed, and again from the start. Leaders are killed, frozen and
 * cut off by turns.
 *
 * @param minutes length of the load; there are more losses than fit into it
 * @param only how leaders are lost
 */
export function lossesInTurn(minutes: number, only: readonly Loss[]): Fault[] {
  const leaders = leadersLost(only)
  const processes = ([0, 1] as const).flatMap(instance =>
    processNames.map((name): FaultStep => ({ target: 'process', name, instance, how: 'kill' })),
  )
  const turn = processes.flatMap((process, index) => [leaders[index % leaders.length], process])
  const steps = turn.filter(step => step !== undefined)
  const faults: Fault[] = []
  let at = 10_000
  while (at < minutes * 60_000) {
    const step = steps[faults.length % steps.length]
    if (step === undefined) break
    const lasts = awayMs(step.how)
    faults.push({ number: faults.length + 1, at, lasts, steps: [step] })
    at += lasts + pauseMs
  }
  return faults
}
