import { type Outcome, runHistory } from './history.ts'
import type { Plan } from './plan.ts'

/** A plan with some of its actions, by their places. */
export const withActions = (plan: Plan, kept: readonly number[]): Plan => ({
  ...plan,
  actions: kept.flatMap(place => plan.actions[place] ?? []),
})

/** Leaves out, one after another, each action without which a plan still breaks the same rule. */
export async function minimise(plan: Plan, rule: string): Promise<{ kept: readonly number[]; outcome: Outcome }> {
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
