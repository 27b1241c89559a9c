import { CliError } from '@campstore/local-servers/cli-error'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { onDatabase } from '@campstore/local-servers/postgres'
import type { ServiceName } from '@campstore/testing/processes'
import type { Bench, Context } from '../context.ts'
import { type Cleanup, cleanUp } from '../data/data.ts'
import { storeConstant } from '../servers/node-server.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { constantPrefix, loadVariant, type System } from '../servers/system.ts'
import type { Scripts } from '../workloads/checkout-scripts.ts'
import { type Pattern, patterns } from '../workloads/choices.ts'
import { requestMaker, type Workload } from '../workloads/requests.ts'
import { runPgbench } from './pgbench.ts'
import { measureInTurns, type RoundPlan, ratio, type Variant } from './rounds.ts'

/** Measures variants in turns and reports their rates and CPU times. */
export async function compare(
  bench: Bench,
  connections: number,
  variants: readonly Variant[],
  plan: RoundPlan = bench.options,
) {
  const log = (line: string) => bench.log(`${connections} connections, ${line}`)
  const measured = await measureInTurns(variants, plan, { processes: bench.processes, log })
  bench.report.add(connections, measured)
  return measured
}

/** A request and what it is called in the report. */
type NamedRequest = { name: string; workload: Workload }

/**
 * Measures requests at each number of connections, in turns with bare Koa behind the same gateway.
 *
 * @param compared.constant name of what bare Koa returns: a response to the first request
 * @param compared.goal minimum share of bare Koa's rate, if there is a goal
 */
export async function compareWithKoa(
  context: Context,
  system: System,
  compared: { constant: string; requests: readonly [NamedRequest, ...NamedRequest[]]; goal?: number },
): Promise<void> {
  const { constant, requests, goal } = compared
  const [{ workload }] = requests
  const { path, ...init } = requestMaker(workload, context.tokens)()
  const response = await fetch(new URL(path, system.gateway.url), init)
  const text = await response.text()
  if (!response.ok) throw new CliError(`${init.method} ${path} returned ${response.status}: ${text}`)
  storeConstant(context, constant, text)
  const limit = `limit: bare Koa behind the gateway, ${constant}`
  for (const connections of context.options.connections) {
    const measured = await compare(context, connections, [
      ...requests.map(request => loadVariant(system, context, { ...request, connections })),
      loadVariant(system, context, { name: limit, workload, connections, path: `${constantPrefix}/${constant}` }),
    ])
    for (const { name } of goal === undefined ? [] : requests) {
      const goalName = `${name}, bare Koa behind the gateway = 100%, ${connections} connections`
      context.report.atLeast(goalName, goal ?? 0, ratio(measured, name, limit))
    }
  }
}

/** Statements of a checkout without the service around them, run by pgbench. */
type PgbenchLimit = (pattern: Pattern, connections: number) => Variant

/**
 * Prepares pgbench to run a checkout's statements, on a copy of a database without connections: there no relay empties the
 * outbox behind it.
 *
 * @param limit.scripts writes the script of each pattern for a database on which one checkout may be recorded
 * @returns undefined where pgbench is not installed; the report says so
 */
export async function preparePgbench(
  { servers, home, report }: Context,
  limit: {
    source: BenchDatabase
    service: ServiceName
    cleanup: Cleanup
    scripts(database: BenchDatabase): Promise<Scripts>
  },
): Promise<PgbenchLimit | undefined> {
  const program = findProgram('pgbench')
  if (program === undefined) {
    report.text('pgbench is left out, because it is not on this machine (Debian: postgresql-contrib).')
    return undefined
  }
  const database = await servers.copyDatabase(limit.source, 'pgbench')
  const scripts = await limit.scripts(database)
  const after = () => onDatabase(database.adminUrl, client => cleanUp(client, limit.cleanup))
  await after()
  const url = database.urlOf(limit.service)
  return (pattern, connections) => ({
    name: limitName(pattern),
    run: seconds => runPgbench({ program, url, home, script: scripts[pattern], connections, seconds }),
    after,
  })
}

const limitName = (pattern: Pattern): string => `limit: pgbench, same SQL, ${pattern}`

/**
 * Measures checkouts by each pattern at each number of connections, side by side with their bare statements. Checkouts
 * that all want the same keep most of the rate, with a p99 of at most ten times p50.
 */
export async function compareCheckouts(
  context: Context,
  system: System,
  pgbench: PgbenchLimit | undefined,
  workloadOf: (pattern: Pattern) => Workload,
): Promise<void> {
  const { options, report } = context
  for (const connections of options.connections) {
    const ours = patterns.map(pattern => ({ name: `checkout, ${pattern}`, workload: workloadOf(pattern), connections }))
    const measured = await compare(context, connections, [
      ...ours.map(load => loadVariant(system, context, load)),
      ...(pgbench === undefined ? [] : patterns.map(pattern => pgbench(pattern, connections))),
    ])
    for (const pattern of pgbench === undefined ? [] : patterns) {
      const share = ratio(measured, `checkout, ${pattern}`, limitName(pattern))
      report.atLeast(`checkout, ${pattern}, ${connections} connections, pgbench = 100%`, 0.3, share)
    }
    const hot = ratio(measured, 'checkout, hot', 'checkout, spread')
    report.atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, hot)
    for (const { name, p50, p99 } of connections === 50 ? measured.slice(0, patterns.length) : [])
      report.atMost(`${name}, 50 connections, p99 / p50`, 10, p99 / p50, ' x')
  }
  const drained = system.slowestDrain.toFixed(1)
  report.text(`Events and hold timers of a round were all published ${drained} s after its end at the latest.`)
}

/**
 * Measures the same requests in a small and in a large system, in turns, on 10 connections.
 *
 * @param sizes with how much is stored in each database: `1000 stored bookings`
 * @param compared.goal the greatest factor by which a request may take longer in the large system
 * @param compared.catchUp whether the large system is warmed up longer: the small one is older and has already served for
 *   minutes, and V8 knows its code
 */
export async function compareSizes(
  context: Context,
  sizes: Record<'few' | 'many', { system: System; stored: string }>,
  compared: { name: string; workload: Workload; goal: number; plan?: RoundPlan; catchUp: boolean },
): Promise<void> {
  const { name, workload, goal, plan = context.options, catchUp } = compared
  const variantOf = ({ system, stored }: { system: System; stored: string }) =>
    loadVariant(system, context, { name: `${name}, ${stored}`, workload, connections: 10 })
  const [few, many] = [variantOf(sizes.few), variantOf(sizes.many)]
  if (catchUp) {
    await many.run(plan.secondsPerRound * 3)
    await many.after?.()
  }
  const measured = await compare(context, 10, [few, many], plan)
  const goalName = `${name}, time per request at ${sizes.many.stored}, at ${sizes.few.stored} = 1`
  context.report.atMost(goalName, goal, ratio(measured, few.name, many.name), ' x')
}
