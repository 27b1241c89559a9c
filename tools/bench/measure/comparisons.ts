import type { Bench, Context } from '../context.ts'
import { loadVariant, type System } from '../servers/system.ts'
import { type Pattern, patterns } from '../workloads/choices.ts'
import type { Workload } from '../workloads/requests.ts'
import { measureInTurns, ratio, type Variant } from './rounds.ts'

/** Measures variants in turns and reports their rates and CPU times. */
export async function compare(bench: Bench, connections: number, variants: readonly Variant[]) {
  const log = (line: string) => bench.log(`${connections} connections, ${line}`)
  const measured = await measureInTurns(variants, bench.options, { processes: bench.processes, log })
  bench.report.add(connections, measured)
  return measured
}

/**
 * Measures checkouts by each pattern at each number of connections. Checkouts that all want the same keep most of the rate, with a
 * p99 of at most ten times p50.
 */
export async function compareCheckouts(
  context: Context,
  system: System,
  workloadOf: (pattern: Pattern) => Workload,
): Promise<void> {
  const { options, report } = context
  for (const connections of options.connections) {
    const variants = patterns.map(pattern =>
      loadVariant(system, context, { name: `checkout, ${pattern}`, workload: workloadOf(pattern), connections }),
    )
    const measured = await compare(context, connections, variants)
    const hot = ratio(measured, 'checkout, hot', 'checkout, spread')
    report.atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, hot)
    for (const { name, p50, p99 } of connections === 50 ? measured : [])
      report.atMost(`${name}, 50 connections, p99 / p50`, 10, p99 / p50, ' x')
  }
  const drained = system.slowestDrain.toFixed(1)
  report.text(`Events and hold timers of a round were all published ${drained} s after its end at the latest.`)
}
