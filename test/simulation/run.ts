import crypto from 'node:crypto'
import { installSimulatedClient } from './client.ts'
import { type Outcome, runHistory } from './history.ts'
import { drawPlan, type Plan } from './plan.ts'
import { missingStates } from './reached.ts'
import { installVirtualTime } from './time.ts'

/** A failing history again: the seed of its run, its number, and the actions that are kept, or all. */
export type Replay = { seed: number; history: number; kept: readonly number[] | undefined }

/** A run of at least this many histories must have reached every state that the rules are about. */
const fullRun = 5_000

installVirtualTime(crypto)
installSimulatedClient()

/**
 * Runs histories until one breaks a rule.
 *
 * @returns the report, and whether it is good
 */
export async function runHistories(seed: number, histories: number): Promise<{ report: string; isGood: boolean }> {
  const counts = new Map<string, number>()
  const begun = process.cpuUsage()
  // Stack traces that are not shown take a tenth of the time.
  Error.stackTraceLimit = 0
  for (let history = 0; history < histories; history += 1) {
    const { violation, notes } = await runHistory(drawPlan(seed, history))
    for (const [what, count] of notes) counts.set(what, (counts.get(what) ?? 0) + count)
    if (violation) return { isGood: false, report: await failure(seed, history, violation.rule) }
  }
  const { user, system } = process.cpuUsage(begun)
  const seconds = (user + system) / 1_000_000
  const missing = histories < fullRun ? [] : missingStates(counts)
  const lines = [
    `${histories} histories of seed ${seed}: no rule was broken`,
    `${seconds.toFixed(1)} s of processor time, ${((seconds * 1000) / histories).toFixed(2)} ms each`,
    '',
    ...[...counts].toSorted().map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
    ...missing.map(state => `NOT REACHED: ${state}`),
  ]
  return { report: lines.join('\n'), isGood: missing.length === 0 }
}

async function failure(seed: number, history: number, rule: string): Promise<string> {
  Error.stackTraceLimit = 10
  const plan = drawPlan(seed, history)
  const { kept, outcome } = await minimise(plan, rule)
  return [
    `History ${history} of seed ${seed} broke a rule, after ${history + 1} histories. ${kept.length} of its ${plan.actions.length} actions suffice:`,
    '',
    tellStory({ seed, history, kept }, outcome),
    '',
    `Again: npm run test:simulation -- --replay ${seed}:${history}:${kept.join(',')}`,
  ].join('\n')
}

/** A plan with some of its actions, by their places. */
const withActions = (plan: Plan, kept: readonly number[]): Plan => ({
  ...plan,
  actions: kept.flatMap(place => plan.actions[place] ?? []),
})

/** Leaves out, one after another, each action without which a plan still breaks the same rule. */
async function minimise(plan: Plan, rule: string): Promise<{ kept: readonly number[]; outcome: Outcome }> {
  let kept: readonly number[] = plan.actions.map((_, place) => place)
  let outcome = await runHistory(plan)
  for (let wasLess = true; wasLess; ) {
    wasLess = false
    for (const place of kept) {
      const fewer = kept.filter(other => other !== place)
      if (fewer.length === 0) break
      const attempt = await runHistory(withActions(plan, fewer))
      if (attempt.violation?.rule !== rule) continue
      kept = fewer
      outcome = attempt
      wasLess = true
    }
  }
  return { kept, outcome }
}

/** Lets one history happen again, and tells it. */
export async function replay(again: Replay): Promise<{ report: string; isGood: boolean }> {
  const outcome = await runHistory(planOf(again))
  return { report: tellStory(again, outcome), isGood: outcome.violation === undefined }
}

const planOf = ({ seed, history, kept }: Replay) => {
  const plan = drawPlan(seed, history)
  return kept ? withActions(plan, kept) : plan
}

function tellStory(again: Replay, { violation, story }: Outcome): string {
  const { actions, seed, ...settings } = planOf(again)
  return [
    JSON.stringify(settings),
    ...story,
    violation ? `BROKEN: ${violation.rule}: ${violation.what}` : 'No rule was broken',
  ].join('\n')
}
