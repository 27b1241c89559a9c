import { cpuTimesBetween, type NamedProcess, readCpuTimes } from './cpu-time.ts'
import type { LoadResult } from './load.ts'

/** One of several alternatives that are measured in turns. */
export type Variant = {
  name: string
  run(seconds: number): Promise<LoadResult>
  /** Cleans up afterwards; its time does not count. */
  after?(): Promise<void>
}

/** The medians of a variant's rounds, the range of its rates, and microseconds of CPU time per request by process. */
export type Measured = LoadResult & { name: string; slowest: number; fastest: number; cpu: Record<string, number> }

/** The number and the duration of the rounds; results are medians. */
export type RoundPlan = { rounds: number; secondsPerRound: number; warmUpSeconds: number }

type Round = LoadResult & { cpu: Record<string, number> }

/**
 * Measures variants in turns, round by round, so that other work of the machine affects all alike. Each is warmed up first.
 *
 * @param options.processes our own, whose CPU time is measured like the servers'
 */
export async function measureInTurns(
  variants: readonly Variant[],
  plan: RoundPlan,
  { processes, log }: { processes: readonly NamedProcess[]; log(line: string): void },
): Promise<Measured[]> {
  const results = variants.map((): Round[] => [])
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [index, variant] of variants.entries()) {
      const before = readCpuTimes(processes)
      const result = await variant.run(round === 0 ? plan.warmUpSeconds : plan.secondsPerRound)
      const cpu = cpuTimesBetween(before, readCpuTimes(processes), result.requests)
      await variant.after?.()
      const label = round === 0 ? 'warm-up' : `round ${round}`
      const errors = result.errors === 0 ? '' : `, errors: ${JSON.stringify(result.statuses)}`
      log(`${variant.name}, ${label}: ${Math.round(result.perSecond)} per second${errors}`)
      if (round > 0) results[index]?.push({ ...result, cpu })
    }
  }
  return results.map((rounds, index) => summarise(variants[index]?.name ?? '', rounds))
}

function summarise(name: string, rounds: readonly Round[]): Measured {
  const medianOf = (value: (round: Round) => number) => median(rounds.map(value))
  const rates = rounds.map(({ perSecond }) => perSecond)
  const processes = Object.keys(rounds[0]?.cpu ?? {})
  return {
    name,
    perSecond: median(rates),
    slowest: Math.min(...rates),
    fastest: Math.max(...rates),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    statuses: {},
    cpu: Object.fromEntries(processes.map(process => [process, medianOf(({ cpu }) => cpu[process] ?? 0)])),
  }
}

/** The middle one; of an even number, the lower of the two in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN
}

/** How the rate of one variant compares with that of another; not a number where the other did nothing. */
export function ratio(measured: readonly Measured[], one: string, other: string): number {
  const rateOf = (name: string) => measured.find(each => each.name === name)?.perSecond
  return (rateOf(one) ?? 0) / (rateOf(other) || Number.NaN)
}
