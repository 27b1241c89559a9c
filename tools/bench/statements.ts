import type pg from 'pg'
import { type Asking, asking, type Shop } from './dataset.ts'
import type { Findings } from './findings.ts'
import { atMost, table } from './report.ts'
import type { Stage } from './scenario.ts'

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

/** Something whose statements are watched. */
export type Watched = {
  name: string
  /** Prepares what is then done; none of its statements are watched. */
  before?(): Promise<void>
  /** Does it for about so many seconds, and tells how often it was done. */
  run(seconds: number): Promise<number>
  after?(): Promise<void>
}

/** What requests cost the database, statement by statement, as {@link watchWork} tells it. */
export const watchStatements = (
  stage: Stage,
  shop: Shop,
  requests: readonly Omit<Asking, 'connections'>[],
): Promise<Findings> =>
  watchWork(
    stage,
    shop,
    requests.map(request => watchedRequest(stage, shop, request)),
  )

function watchedRequest(stage: Stage, shop: Shop, request: Omit<Asking, 'connections'>): Watched {
  const { name, run, after } = asking(shop, stage, { ...request, connections: 2 })
  return {
    name,
    run: async seconds => (await run(seconds)).perSecond * seconds,
    ...(after === undefined ? {} : { after }),
  }
}

/**
 * What work costs the database, statement by statement, those inside of functions too: each is done on its own for a while,
 * after a round that warms the connections up, with pg_stat_statements watching. Watching costs time itself, so this is no
 * measurement of rates.
 */
export async function watchWork(
  stage: Stage,
  { owner, database }: Pick<Shop, 'owner' | 'database'>,
  works: readonly Watched[],
): Promise<Findings> {
  await owner.query('create extension if not exists pg_stat_statements')
  const found: Findings = { rows: [], targets: [], text: [] }
  for (const work of works) {
    await work.before?.()
    await watching(owner, true)
    await work.run(stage.options.warmUpSeconds)
    await owner.query('select pg_stat_statements_reset()')
    const done = await work.run(stage.options.secondsPerRound)
    const statements = await statementsOf(owner, database.name)
    await watching(owner, false)
    await work.after?.()
    const hot = statements.filter(({ calls }) => calls >= done * leastShare)
    stage.tell(`watched ${work.name}: ${hot.length} statements`)
    found.text.push(`## Statements of: ${work.name}\n\n${statementsTable(hot, done)}`)
    const planning = Math.max(0, ...hot.map(({ planned, executed }) => planned / Math.max(1, planned + executed)))
    found.targets.push(atMost(`${work.name}, planning of any statement`, 100 * mostPlanning, 100 * planning, '%'))
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
