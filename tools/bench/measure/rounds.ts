import type { Context } from '../context.ts'
import { labelOf } from '../report.ts'
import type { System } from '../servers/system.ts'
import { type Pattern, patterns } from '../workloads/choices.ts'
import type { Workload } from '../workloads/requests.ts'
import { cpuTimesBetween, readCpuTimes } from './cpu-time.ts'
import { type LoadResult, type Measured, runLoadInThread } from './load.ts'

/** One of several loads that are measured in turns. */
export type Load = { name: string; system: System; workload: Workload; rate?: number }

type Round = LoadResult & { cpu: Record<string, number> }

/**
 * Measures loads in turns, round by round and in both orders, so that other work of the machine affects all alike, and reports their rates and CPU times. Each
 * is warmed up first. What checkouts leave is deleted after each round; its time does not count. With `--profile`, each load has further
 * rounds that are profiled, whose results follow the others.
 */
export async function measure(context: Context, connections: number, asked: readonly Load[]): Promise<Measured[]> {
  const { options, processes, tokens, report, log } = context
  const profiled = asked.filter(({ system }) => system.sources.length > 0)
  const loads: (Load & { costsOf?: string })[] = [
    ...asked,
    ...profiled.map(load => ({ ...load, name: `${load.name}, profiled`, costsOf: labelOf(load.name, connections) })),
  ]
  const results = loads.map((): Round[] => [])
  for (let round = 0; round <= options.rounds; round += 1) {
    const turns = [...loads.entries()]
    for (const [index, { name, system, workload, rate, costsOf }] of round % 2 === 0 ? turns : turns.toReversed()) {
      const seconds = round === 0 ? options.warmUpSeconds : options.secondsPerRound
      const end = costsOf && round > 0 ? await report.costs.begin(costsOf, system.sources, processes) : undefined
      const before = readCpuTimes(processes)
      const result = await runLoadInThread({ origin: system.gateway.url, workload, tokens, connections, seconds, rate })
      const cpu = cpuTimesBetween(before, readCpuTimes(processes), result.requests)
      await end?.(result.requests)
      if (workload.kind === 'booking' || workload.kind === 'order') await system.cleanUp()
      const label = round === 0 ? 'warm-up' : `round ${round}`
      const errors = result.errors === 0 ? '' : `, errors: ${JSON.stringify(result.statuses)}`
      log(`${connections} connections, ${name}, ${label}: ${Math.round(result.perSecond)} per second${errors}`)
      if (round > 0) results[index]?.push({ ...result, cpu })
    }
  }
  const measured = results.map((rounds, index) => summarise(loads[index]?.name ?? '', rounds))
  report.add(connections, measured)
  return measured
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

/**
 * Measures checkouts by each pattern at each number of connections. Checkouts that all want the same keep most of the rate, with a
 * p99 of at most ten times p50.
 *
 * @param smallest a system that takes them in the same turns and shows what they cost at least
 */
export async function measureCheckouts(
  context: Context,
  system: System,
  workloadOf: (pattern: Pattern) => Workload,
  smallest?: System,
): Promise<void> {
  const { options, report } = context
  for (const connections of options.connections) {
    const loadsOf = (name: string, system: System) =>
      patterns.map(pattern => ({ name: `${name}, ${pattern}`, system, workload: workloadOf(pattern) }))
    const limits = smallest ? loadsOf('smallest', smallest) : []
    const measured = await measure(context, connections, [...loadsOf('checkout', system), ...limits])
    const rateOf = (name: string) => measured.find(each => each.name === name)?.perSecond
    const hot = (rateOf('checkout, hot') ?? 0) / (rateOf('checkout, spread') || Number.NaN)
    report.atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, hot)
    for (const { name, p50, p99 } of connections === 50 ? measured.slice(0, patterns.length) : [])
      report.atMost(`${name}, 50 connections, p99 / p50`, 10, p99 / p50, ' x')
    if (connections !== 50) continue
    const name = 'checkout, 70% of the rate'
    const steady = { name, system, workload: workloadOf('spread'), rate: 0.7 * (rateOf('checkout, spread') ?? 0) }
    for (const { p50, p99 } of await measure(context, 50, [steady]))
      report.atMost(`${name}, p99 / p50`, 4, p99 / p50, ' x')
  }
  const drained = system.slowestDrain.toFixed(1)
  report.text(`Events and hold timers of a round were all published ${drained} s after its end at the latest.`)
}
