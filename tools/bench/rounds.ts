import type { LoadResult } from './load-result.ts'

/** One of several alternatives that are measured in turns. */
export type Variant = {
  name: string
  run(seconds: number): Promise<LoadResult>
  /** Cleans up afterwards; its time does not count. */
  after?(): Promise<void>
}

/** The medians of a variant's rounds, and the range of its rates. */
export type Measured = LoadResult & { slowest: number; fastest: number }

/** The number and the duration of the rounds; results are medians. */
export type RoundPlan = { rounds: number; secondsPerRound: number; warmUpSeconds: number }

/**
 * Measures several in turns, round by round, so that other work of the machine affects all of them alike. Each one is warmed
 * up first.
 *
 * @param log gets a line of progress after each run
 * @returns the measurements in the order of the variants
 */
export async function measureInTurns(
  variants: readonly Variant[],
  plan: RoundPlan,
  log: (line: string) => void,
): Promise<Measured[]> {
  const results = variants.map((): LoadResult[] => [])
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [index, variant] of variants.entries()) {
      const result = await variant.run(round === 0 ? plan.warmUpSeconds : plan.secondsPerRound)
      await variant.after?.()
      const label = round === 0 ? 'warm-up' : `round ${round}`
      log(`${variant.name}, ${label}: ${Math.round(result.perSecond)} per second${summaryOf(result)}`)
      if (round > 0) results[index]?.push(result)
    }
  }
  return results.map(summarise)
}

const summaryOf = ({ errors, statuses }: LoadResult): string =>
  errors === 0 ? '' : `, errors: ${JSON.stringify(statuses)}`

function summarise(rounds: readonly LoadResult[]): Measured {
  const rates = rounds.map(({ perSecond }) => perSecond)
  return {
    perSecond: median(rates),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    statuses: {},
    slowest: Math.min(...rates),
    fastest: Math.max(...rates),
  }
}

/** The middle one; of an even number, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN
}
