import type pg from 'pg'
import type { Findings } from './findings.ts'
import { atMost, table } from './report.ts'
import { type Asking, asking, type Shop } from './shop.ts'
import type { Stage } from './stage.ts'

/** Settings of a server whose statements can be watched; nothing is, until {@link watchStatements} asks for it. */
export const watchableServer = { shared_preload_libraries: 'pg_stat_statements' } as const

/** Statements that are part of fewer requests than this do not belong to them. */
const leastShare = 0.01
/** Share of a statement's time that may go into planning it. */
const mostPlanning = 0.05

type WatchedStatement = {
  top: boolean
  text: string
  calls: number
  /** Microseconds of all calls. */
  executed: number
  planned: number
}

/**
 * What requests cost the database, statement by statement, those inside of functions too: each request is asked for on
 * its own for a while, after a round that warms the connections up, with pg_stat_statements watching. Watching costs time
 * itself, so this is no measurement of rates.
 */
export async function watchStatements(
  stage: Stage,
  shop: Shop,
  requests: readonly Omit<Asking, 'connections'>[],
): Promise<Findings> {
  const { owner, database } = shop
  await owner.query('create extension if not exists pg_stat_statements')
  const found: Findings = { rows: [], targets: [], text: [] }
  for (const request of requests) {
    const contender = asking(shop, stage, { ...request, connections: 2 })
    await watching(owner, true)
    await contender.run(stage.options.warmUpSeconds)
    await owner.query('select pg_stat_statements_reset()')
    const { perSecond } = await contender.run(stage.options.secondsPerRound)
    const asked = perSecond * stage.options.secondsPerRound
    const statements = await statementsOf(owner, database.name)
    await watching(owner, false)
    await contender.after?.()
    const hot = statements.filter(({ calls }) => calls >= asked * leastShare)
    stage.tell(`watched ${request.name}: ${hot.length} statements`)
    found.text.push(`## Statements of: ${request.name}\n\n${statementsTable(hot, asked)}`)
    const planning = Math.max(0, ...hot.map(({ planned, executed }) => planned / Math.max(1, planned + executed)))
    found.targets.push(atMost(`${request.name}, planning of any statement`, 100 * mostPlanning, 100 * planning, '%'))
  }
  return found
}

async function watching(owner: pg.Client, on: boolean): Promise<void> {
  await owner.query(`alter system set pg_stat_statements.track = '${on ? 'all' : 'none'}'`)
  await owner.query(`alter system set pg_stat_statements.track_planning = '${on ? 'on' : 'off'}'`)
  await owner.query('select pg_reload_conf()')
}

async function statementsOf(owner: pg.Client, database: string): Promise<WatchedStatement[]> {
  const { rows } = await owner.query<WatchedStatement>(
    `select toplevel as top, regexp_replace(query, '\\s+', ' ', 'g') as text, calls::float8 as calls,
      1000 * total_exec_time as executed, 1000 * total_plan_time as planned
    from pg_stat_statements
    join pg_database on pg_database.oid = pg_stat_statements.dbid
    where datname = $1 and query not like '%pg_stat_statements%'
    order by toplevel desc, total_exec_time + total_plan_time desc`,
    [database],
  )
  return rows
}

/** Calls and microseconds are per request; what a function does is part of its caller's time. */
const statementsTable = (statements: readonly WatchedStatement[], requests: number): string =>
  table(
    ['calls per request', 'executed, us a call', 'planned, us a call', 'statement'],
    statements.map(({ top, text, calls, executed, planned }) => [
      (calls / requests).toFixed(2),
      (executed / calls).toFixed(0),
      (planned / calls).toFixed(1),
      `${top ? '' : 'inside: '}\`${text.trim().slice(0, 90).replaceAll('|', '\\|').replaceAll('`', "'")}\``,
    ]),
  )
