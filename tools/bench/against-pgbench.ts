import { onDatabase } from '@campstore/local-servers/postgres'
import type { BenchContext } from './context.ts'
import { createPgbench, findPgbench, type Pgbench, unmeasuredSeconds } from './pgbench.ts'
import { atLeast, type Results, ratio, rowsOf, type Target } from './report.ts'
import type { BenchRequest } from './requests.ts'
import { type Measured, measureInTurns, type Variant } from './rounds.ts'
import type { BenchDatabase, ServiceName } from './servers.ts'
import { type Cleanup, loadVariant, type System } from './system.ts'
import { type Pattern, patterns } from './workload.ts'

/** The statements of a checkout without the service around them. */
export type PgbenchCheckout = { run: Pgbench; cleanUp(): Promise<void>; database: BenchDatabase }

/**
 * Prepares pgbench to run a checkout's statements, on a copy of a database without connections: there no relay
 * empties the outbox behind it.
 *
 * @param bare.scripts writes the script of each pattern for a database on which one checkout may be recorded
 * @returns undefined where pgbench is not installed
 */
export async function preparePgbench(
  { servers, log }: BenchContext,
  bare: {
    source: BenchDatabase
    service: ServiceName
    cleanup: Pick<Cleanup, 'deleteResults'>
    scripts(database: BenchDatabase): Promise<Record<Pattern, string>>
    /** Name of the copy; `pgbench` if none is given. */
    name?: string
  },
): Promise<PgbenchCheckout | undefined> {
  const program = findPgbench()
  if (program === undefined) {
    log('pgbench is not on this machine (Debian: postgresql-contrib or postgresql): its rows are left out')
    return undefined
  }
  const copy = await servers.copyDatabase(bare.source, bare.name ?? 'pgbench')
  const scripts = await bare.scripts(copy)
  const cleanUp = () => onDatabase(copy.adminUrl, bare.cleanup.deleteResults)
  await cleanUp()
  return {
    run: createPgbench({ program, url: copy.urlOf(bare.service), scripts, home: servers.home }),
    cleanUp,
    database: copy,
  }
}

/** What is compared, and the additional targets of the checkouts. */
export type CheckoutComparison = {
  bare: PgbenchCheckout | undefined
  /** The independent limit: the same hold in the fewest statements that are safe. */
  fewest?: PgbenchCheckout | undefined
  request(pattern: Pattern): BenchRequest
  more(measured: Record<Pattern, Measured | undefined>, connections: number): Target[]
}

/** Measures checkouts by each pattern at each number of connections, side by side with their bare statements. */
export async function compareWithPgbench(
  context: BenchContext,
  system: System,
  compared: CheckoutComparison,
): Promise<Results> {
  const { options, log } = context
  const found: Results = { rows: [], targets: [], text: [] }
  for (const connections of options.connections) {
    const ours = patterns.map(pattern =>
      loadVariant(system, context, { name: `checkout, ${pattern}`, request: compared.request(pattern), connections }),
    )
    const limits = [
      ...patterns.flatMap(pattern => pgbenchVariant(system, compared.bare, 'same SQL', pattern, connections)),
      ...patterns.flatMap(pattern =>
        pgbenchVariant(system, compared.fewest, 'fewest statements', pattern, connections),
      ),
    ]
    const variants = [...ours, ...limits]
    const measured = await measureInTurns(variants, options, line => log(`${connections} connections, ${line}`))
    found.rows.push(...rowsOf(variants, connections, measured))
    for (const [index, pattern] of patterns.entries()) {
      const limit = measured[index + patterns.length]
      if (limit === undefined) continue
      const name = `checkout, ${pattern}, ${connections} connections, pgbench = 100%`
      found.targets.push(atLeast(name, 0.3, ratio(measured[index], limit)))
    }
    for (const [index, pattern] of patterns.entries()) {
      const limit = measured[index + 2 * patterns.length]
      if (limit === undefined || connections !== 50) continue
      const name = `checkout, ${pattern}, ${connections} connections, pgbench with the fewest statements = 100%`
      found.targets.push(atLeast(name, 0.5, ratio(measured[index], limit)))
    }
    found.targets.push(...compared.more({ spread: measured[0], hot: measured[1] }, connections))
  }
  if (compared.bare === undefined) found.text.push('pgbench was skipped: it is not on this machine.')
  const drained = system.slowestDrain.toFixed(1)
  found.text.push(`Events and hold messages of a round were all published ${drained} s after its end at the latest.`)
  return found
}

function pgbenchVariant(
  system: System,
  bare: PgbenchCheckout | undefined,
  what: string,
  pattern: Pattern,
  connections: number,
): Variant[] {
  if (bare === undefined) return []
  return [
    {
      name: `limit: pgbench, ${what}, ${pattern}`,
      run: seconds =>
        system.processorTimes.during(
          `limit: pgbench, ${what}, ${pattern}`,
          connections,
          () => bare.run({ pattern, connections, seconds }),
          seconds + unmeasuredSeconds,
        ),
      after: () => bare.cleanUp(),
    },
  ]
}
