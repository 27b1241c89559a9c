import type { Action } from './actions.ts'
import { causeFault } from './faults.ts'
import { pay, reportFailure, reportRefund } from './payment-service.ts'
import { cancel, cancelStay, changeBooking, changeStay, checkout, recordRefunds } from './people.ts'
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
    for (const action of plan.actions) world.later(action.at, () => act(world, action))
    await time.runUntil(world.isOver, (plan.actions.at(-1)?.at ?? 0) + timeoutMs).catch(onRejection)
    if (!world.violation()) await time.runUntil(() => false, time.now() + underWayMs)
    if (!world.isIdle()) world.violate('each request gets an answer', '')
    if (!world.violation()) world.rules.ended(world.broker)
    process.off('unhandledRejection', onRejection)
    const { notes, story } = world
    return { violation: world.violation(), notes, story }
  })
}

function act(world: World, action: Action): void {
  if (action.kind === 'checkout') void checkout(world, action)
  else if (action.kind === 'cancel') void cancel(world, action)
  else if (action.kind === 'change') void changeStay(world, action)
  else if (action.kind === 'cancel-stay') void cancelStay(world, action)
  else if (action.kind === 'pay') pay(world, action)
  else if (action.kind === 'policy') world.setPolicy(action.refundPercent)
  else if (action.kind === 'staff') void changeBooking(world, action)
  else if (action.kind === 'report') reportRefund(world, action)
  else if (action.kind === 'refunds') void recordRefunds(world, action)
  else if (action.kind === 'failure') reportFailure(world, action)
  else if (action.kind === 'next-day') world.nextDay()
  else causeFault(world, action)
}
