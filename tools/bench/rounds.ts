import type { LoadResult } from './latencies.ts'

/** One of several that are measured side by side. */
export type Contender = {
  name: string
  run(seconds: number): Promise<LoadResult>
  /** Puts things back as they were; its time does not count. */
  after?(): Promise<void>
}

/** The medians of a contender's rounds, and the range of its rates. */
export type Measured = LoadResult & { slowest: number; fastest: number }

/** How the rounds are run, of which the median is told. */
export type RoundPlan = { rounds: number; secondsPerRound: number; warmUpSeconds: number }

/**
 * Measures several in turns, round by round, so that what the machine does besides hits all of them alike. Each one is warmed
 * up first.
 *
 * @param tell gets a line of progress after each run
 * @returns the measurements in the order of the contenders
 */
export async function measureInTurns(
  contenders: readonly Contender[],
  plan: RoundPlan,
  tell: (line: string) => void,
): Promise<Measured[]> {
  const results = contenders.map((): LoadResult[] => [])
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const result = await contender.run(round === 0 ? plan.warmUpSeconds : plan.secondsPerRound)
      await contender.after?.()
      const label = round === 0 ? 'warm-up' : `round ${round}`
      tell(`${contender.name}, ${label}: ${Math.round(result.perSecond)} per second${told(result)}`)
      if (round > 0) results[index]?.push(result)
    }
  }
  return results.map(summarise)
}

const told = ({ errors, statuses }: LoadResult): string => (errors === 0 ? '' : `, errors: ${JSON.stringify(statuses)}`)

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
