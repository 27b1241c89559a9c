import { onDatabase } from '@campstore/local-servers/postgres'
import { type Pattern, patterns } from './crowd.ts'
import { asking, type Leavings, type Shop } from './dataset.ts'
import { createPgbench, findPgbench, type Pgbench, unmeasuredSeconds } from './pgbench.ts'
import { atLeast, type Findings, ratio, rowsOf, type Target } from './report.ts'
import type { BenchRequest } from './requests.ts'
import { type Contender, type Measured, measureInTurns } from './rounds.ts'
import type { Stage } from './scenario.ts'
import type { BenchDatabase, ServiceName } from './servers.ts'

/** The statements of a checkout without the service around them. */
export type BareCheckout = { run: Pgbench; cleanUp(): Promise<void>; database: BenchDatabase }

/**
 * Prepares pgbench to run a checkout's statements, on a copy of a database that nobody is connected to: there no relay
 * empties the outbox behind it.
 *
 * @param bare.scripts writes the script of each pattern for a database on which one checkout may be recorded
 * @returns undefined where pgbench is not installed
 */
export async function prepareBareCheckout(
  { servers, tell }: Stage,
  bare: {
    source: BenchDatabase
    service: ServiceName
    leavings: Pick<Leavings, 'forget'>
    scripts(database: BenchDatabase): Promise<Record<Pattern, string>>
    /** Name of the copy; `pgbench` if none is given. */
    name?: string
  },
): Promise<BareCheckout | undefined> {
  const program = findPgbench()
  if (program === undefined) {
    tell('pgbench is not on this machine (Debian: postgresql-contrib or postgresql): its rows are left out')
    return undefined
  }
  const copy = await servers.copyDatabase(bare.source, bare.name ?? 'pgbench')
  const scripts = await bare.scripts(copy)
  const cleanUp = () => onDatabase(copy.adminUrl, bare.leavings.forget)
  await cleanUp()
  return {
    run: createPgbench({ program, url: copy.urlOf(bare.service), scripts, home: servers.home }),
    cleanUp,
    database: copy,
  }
}

/** What is compared, and what else is wanted of the checkouts than their share of pgbench's rate. */
export type CheckoutComparison = {
  bare: BareCheckout | undefined
  /** The independent limit: the same hold in the fewest statements that are safe. */
  fewest?: BareCheckout | undefined
  request(pattern: Pattern): BenchRequest
  more(measured: Record<Pattern, Measured | undefined>, connections: number): Target[]
}

/** Measures checkouts by each pattern at each number of connections, side by side with their bare statements. */
export async function compareWithPgbench(stage: Stage, shop: Shop, compared: CheckoutComparison): Promise<Findings> {
  const { options, tell } = stage
  const found: Findings = { rows: [], targets: [], text: [] }
  for (const connections of options.connections) {
    const ours = patterns.map(pattern =>
      asking(shop, stage, { name: `checkout, ${pattern}`, request: compared.request(pattern), connections }),
    )
    const limits = [
      ...patterns.flatMap(pattern => bareContender(shop, compared.bare, 'same SQL', pattern, connections)),
      ...patterns.flatMap(pattern => bareContender(shop, compared.fewest, 'fewest statements', pattern, connections)),
    ]
    const contenders = [...ours, ...limits]
    const measured = await measureInTurns(contenders, options, line => tell(`${connections} connections, ${line}`))
    found.rows.push(...rowsOf(contenders, connections, measured))
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
  const drained = shop.slowestDrain.toFixed(1)
  found.text.push(`Events and hold messages of a round were all published ${drained} s after its end at the latest.`)
  return found
}

function bareContender(
  shop: Shop,
  bare: BareCheckout | undefined,
  what: string,
  pattern: Pattern,
  connections: number,
): Contender[] {
  if (bare === undefined) return []
  return [
    {
      name: `limit: pgbench, ${what}, ${pattern}`,
      run: seconds =>
        shop.processorTimes.during(
          `limit: pgbench, ${what}, ${pattern}`,
          connections,
          () => bare.run({ pattern, connections, seconds }),
          seconds + unmeasuredSeconds,
        ),
      after: () => bare.cleanUp(),
    },
  ]
}
