import { setTimeout as delay } from 'node:timers/promises'
import type { RecordingClient } from '../client.ts'
import { createRandom } from '../random.ts'
import type { PersonContext } from './context.ts'
import { actAsMember } from './member.ts'
import { actAsOperator, actAsWarehouse } from './staff.ts'

/** All simulated people. */
export type Clients = Record<'members' | 'operators' | 'warehouse', readonly RecordingClient[]>

/** Lets all simulated people act. `end` stops them, and waits for them and for their scheduled payments. */
export function startWorkload(
  { members, operators, warehouse }: Clients,
  { seed, ...common }: Pick<PersonContext, 'dataSet' | 'payments' | 'began' | 'inBursts'> & { seed: number },
): { end(): Promise<void> } {
  let stopped = false
  const scheduled = new Set<Promise<unknown>>()
  const schedule = (work: () => Promise<unknown>, afterMs: number) => {
    const running = delay(afterMs)
      .then(work)
      .finally(() => scheduled.delete(running))
    scheduled.add(running)
  }
  const contexts = (clients: readonly RecordingClient[], first: number): PersonContext[] =>
    clients.map((client, number) => {
      const random = createRandom(seed * 1_009 + first + number + 1)
      return { ...common, client, random, schedule, isStopped: () => stopped }
    })
  const people = [
    ...contexts(members, 0).map(actAsMember),
    ...contexts(operators, 1_000).map(actAsOperator),
    ...contexts(warehouse, 2_000).map(actAsWarehouse),
  ]
  return {
    end: async () => {
      stopped = true
      await Promise.all(people)
      while (scheduled.size > 0) await Promise.all(scheduled)
    },
  }
}
