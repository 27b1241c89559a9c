import { type Fault, type FaultStep, processNames } from '../random-faults/faults.ts'

/** How long what was killed stays away: the system must recover without it. */
const awayMs = 15_000
/** The shortest time from one kill to the next. */
const shortestMs = awayMs + 2_000

/** Killed servers end their connections; frozen ones are silent, as a lost machine is. */
const leaders = (['kill', 'freeze'] as const).flatMap(how =>
  (['RabbitMQ', 'PostgreSQL'] as const).map((name): FaultStep => ({ target: 'server', name, how })),
)

/**
 * The losses of a run, one after the other: the leader of RabbitMQ, a process, the leader of PostgreSQL, a process, and so on, until
 * the first and then the second process of each service has been killed, and again from the start. Leaders are killed and frozen
 * by turns.
 *
 * @param minutes length of the load; there are more kills than fit into it
 */
export function killsInTurn(minutes: number): Fault[] {
  const processes = ([0, 1] as const).flatMap(instance =>
    processNames.map((name): FaultStep => ({ target: 'process', name, instance, how: 'kill' })),
  )
  const turn = processes.flatMap((process, index) => [leaders[index % leaders.length], process])
  const steps = turn.filter(step => step !== undefined)
  const count = Math.ceil((minutes * 60_000) / shortestMs)
  return Array.from({ length: count }, (_, index): Fault => {
    const step = steps[index % steps.length]
    return { number: index + 1, at: 10_000 + index * shortestMs, lasts: awayMs, steps: step ? [step] : [] }
  })
}
