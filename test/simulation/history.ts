import type { Action } from './actions.ts'
import { createFaults } from './faults.ts'
import { createPeople } from './people.ts'
import type { Plan } from './plan.ts'
import { createTime, inTime } from './time.ts'
import { createWorld, type Violation, type World } from './world.ts'

/** Result of a history: the first broken rule, the states seen, and its story, a line per event. */
export type Outcome = { violation: Violation | undefined; notes: ReadonlyMap<string, number>; story: readonly string[] }

/** How long after the last action a history may take to come to its end, in milliseconds. */
const timeoutMs = 300_000
/** How long the last messages may be in transit. */
const underWayMs = 20

/** Lets a plan happen. The same plan gives the same history. */
export function runHistory(plan: Plan): Promise<Outcome> {
  const time = createTime()
  return inTime(time, async () => {
    const world = createWorld(plan, time)
    const onRejection = (error: unknown) =>
      world.violate('every error is caught', error instanceof Error ? String(error.stack) : String(error))
    process.on('unhandledRejection', onRejection)
    scheduleActions(world)
    await time.runUntil(world.isOver, (plan.actions.at(-1)?.at ?? 0) + timeoutMs).catch(onRejection)
    if (!world.violation()) await time.runUntil(() => false, time.now() + underWayMs)
    if (!world.violation()) world.rules.ended(world.broker)
    process.off('unhandledRejection', onRejection)
    const { notes, story } = world
    return { violation: world.violation(), notes, story }
  })
}

function scheduleActions(world: World): void {
  const people = createPeople(world)
  const happen = createFaults(world, people.bookingOf)
  const act = (action: Action) => {
    if (action.kind === 'checkout') void people.checkout(action)
    else if (action.kind === 'cancel') void people.cancel(action)
    else if (action.kind === 'change') void people.change(action)
    else if (action.kind === 'cancel-stay') void people.cancelStay(action)
    else if (action.kind === 'pay') people.pay(action)
    else if (action.kind === 'policy') world.setPolicy(action.refundPercent)
    else if (action.kind === 'staff') void people.staff(action)
    else if (action.kind === 'report') people.report(action)
    else if (action.kind === 'refunds') void people.refunds(action)
    else if (action.kind === 'failure') people.failure(action)
    else if (action.kind === 'next-day') world.nextDay()
    else happen(action)
  }
  for (const action of world.plan.actions) world.later(action.at, () => act(action))
}
