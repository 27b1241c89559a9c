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
import { type Read, requestMaker, type Workload } from '../workloads/requests.ts'
import { runPgbench } from './pgbench.ts'
import { type Measured, measureInTurns, type RoundPlan, ratio, resultOf, type Variant } from './rounds.ts'

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

/** The least share of a plain list's rate that a search reaches. */
const searchGoal = 0.6

/** What is read, in any order, and what it is called in the report. */
type NamedReads = { name: string; reads: readonly Read[] }

/** Measures searches at each number of connections, in turns with a plain list of the same service; rates and CPU times. */
export async function compareSearches(
  context: Context,
  system: System,
  list: NamedReads,
  searches: readonly NamedReads[],
): Promise<void> {
  for (const connections of context.options.connections) {
    const variants = [list, ...searches].map(({ name, reads }) =>
      loadVariant(system, context, { name, workload: { kind: 'reads', reads, order: 'random' }, connections }),
    )
    const measured = await compare(context, connections, variants, context.options.pageRounds)
    for (const { name } of searches) {
      const compared = (how: string) => `${name}, ${list.name} = 100%${how}, ${connections} connections`
      context.report.atLeast(compared(''), searchGoal, ratio(measured, name, list.name))
      context.report.atLeast(compared(' by CPU time'), searchGoal, cpuOf(measured, list.name) / cpuOf(measured, name))
    }
  }
}

/** CPU time of a request of a variant, of all processes together. */
const cpuOf = (measured: readonly Measured[], name: string): number =>
  Object.values(resultOf(measured, name)?.cpu ?? {}).reduce((sum, time) => sum + time, 0)

/** What pgbench runs: the service's own statements, and the independent limit; and the least share of its rate. */
export const sameSql = { name: 'same SQL', goal: { name: 'pgbench', least: 0.3, connections: [10, 50] } }
export const fewest = {
  name: 'fewest statements',
  goal: { name: 'pgbench with the fewest statements', least: 0.5, connections: [50] },
}

/** Statements of a checkout without the service around them, run by pgbench. */
export type PgbenchLimit = typeof sameSql & { variant(pattern: Pattern, connections: number): Variant }

/**
 * Prepares pgbench to run a checkout's statements, on a copy of a database without connections: there no relay empties the
 * outbox behind it.
 *
 * @param limit.scripts writes the script of each pattern for a database on which one checkout may be recorded
 * @returns nothing where pgbench is not installed; the report says so
 */
export async function preparePgbench(
  { servers, home, report }: Context,
  limit: typeof sameSql & {
    source: BenchDatabase
    service: ServiceName
    cleanup: Cleanup
    scripts(database: BenchDatabase): Promise<Scripts>
  },
): Promise<PgbenchLimit[]> {
  const program = findProgram('pgbench')
  if (program === undefined) {
    report.text(`pgbench, ${limit.name}, is left out: pgbench is not on this machine (Debian: postgresql-contrib).`)
    return []
  }
  const database = await servers.copyDatabase(limit.source, `pgbench_${limit.name.replaceAll(' ', '_').toLowerCase()}`)
  const scripts = await limit.scripts(database)
  const after = () => onDatabase(database.adminUrl, client => cleanUp(client, limit.cleanup))
  await after()
  const url = database.urlOf(limit.service)
  const variant = (pattern: Pattern, connections: number): Variant => ({
    name: limitName(limit.name, pattern),
    run: seconds => runPgbench({ program, url, home, script: scripts[pattern], connections, seconds }),
    after,
  })
  return [{ ...limit, variant }]
}

const limitName = (limit: string, pattern: Pattern): string => `limit: pgbench, ${limit}, ${pattern}`

/**
 * Measures checkouts by each pattern at each number of connections, side by side with their bare statements. Checkouts
 * that all want the same keep most of the rate, with a p99 of at most ten times p50.
 */
export async function compareCheckouts(
  context: Context,
  system: System,
  limits: readonly PgbenchLimit[],
  workloadOf: (pattern: Pattern) => Workload,
): Promise<void> {
  const { options, report } = context
  for (const connections of options.connections) {
    const ours = patterns.map(pattern => ({ name: `checkout, ${pattern}`, workload: workloadOf(pattern), connections }))
    const measured = await compare(context, connections, [
      ...ours.map(load => loadVariant(system, context, load)),
      ...limits.flatMap(({ variant }) => patterns.map(pattern => variant(pattern, connections))),
    ])
    for (const { name, goal } of limits.filter(({ goal }) => goal.connections.includes(connections))) {
      for (const pattern of patterns) {
        const share = ratio(measured, `checkout, ${pattern}`, limitName(name, pattern))
        report.atLeast(`checkout, ${pattern}, ${connections} connections, ${goal.name} = 100%`, goal.least, share)
      }
    }
    const hot = ratio(measured, 'checkout, hot', 'checkout, spread')
    report.atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, hot)
    for (const { name, p50, p99 } of connections === 50 ? measured.slice(0, patterns.length) : [])
      report.atMost(`${name}, 50 connections, p99 / p50`, 10, p99 / p50, ' x')
    if (limits.some(({ name }) => name === fewest.name)) reportDatabaseTime(context, connections, measured)
  }
  const drained = system.slowestDrain.toFixed(1)
  report.text(`Events and hold timers of a round were all published ${drained} s after its end at the latest.`)
}

/** What our statements cost the database, without the service around them. */
function reportDatabaseTime({ report }: Context, connections: number, measured: readonly Measured[]): void {
  const timeOf = ({ name }: { name: string }) =>
    resultOf(measured, limitName(name, 'spread'))?.cpu.PostgreSQL ?? Number.NaN
  const name = `CPU time of PostgreSQL for the statements of a checkout, spread, ${connections} connections`
  report.atMost(`${name}, ${fewest.name} = 1`, 1.5, timeOf(sameSql) / timeOf(fewest), ' x')
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
