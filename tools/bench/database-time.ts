import { readFileSync } from 'node:fs'
import { onDatabase } from '@campstore/local-servers/postgres'
import pg from 'pg'
import type { Findings } from './findings.ts'
import { atMost, table } from './report.ts'
import { median } from './rounds.ts'
import type { Stage } from './scenario.ts'

/** Something done on one connection, of which the backend's own CPU time is taken. */
export type TimedWork = {
  name: string
  url: string
  /** Gets a pool of one connection. */
  run(database: pg.Pool): Promise<unknown>
  /** Address with the owner's role, and what removes what a round left. */
  adminUrl: string
  forget(owner: pg.Client): Promise<void>
}

const rounds = 6
const runsPerRound = 150

/**
 * Microseconds of CPU that the backend of one connection spends on each kind of work, all kinds in turns. It does not depend
 * on what waits for what, so that it can be compared on a busy machine too.
 *
 * @param timed.atMost the first may take this many times as long as the second
 * @returns nothing where the system does not tell the CPU time of a process
 */
export async function compareDatabaseTime(
  { tell }: Stage,
  timed: { what: string; works: readonly [TimedWork, TimedWork, ...TimedWork[]]; atMost: number },
): Promise<Findings> {
  if (cpuOf(process.pid) === undefined) return { rows: [], targets: [], text: [] }
  const measured: number[][] = timed.works.map(() => [])
  const pools = timed.works.map(({ url }) => new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, work] of timed.works.entries()) {
      const pool = pools[index]
      if (pool === undefined) continue
      const time = await cpuPerRun(pool, work)
      if (round > 0) measured[index]?.push(time)
      await onDatabase(work.adminUrl, work.forget)
    }
  }
  for (const pool of pools) await pool.end()
  const medians = measured.map(median)
  tell(`${timed.what}: ${timed.works.map(({ name }, index) => `${name} ${medians[index]?.toFixed(0)} us`).join(', ')}`)
  const [ours = Number.NaN, limit = Number.NaN] = medians
  const rows = timed.works.map(({ name }, index) => {
    const times = measured[index] ?? []
    const range = `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`
    return [name, median(times).toFixed(0), range, (median(times) / limit).toFixed(2)]
  })
  const second = timed.works[1].name
  const text = `## ${timed.what}\n\n${table(['on one connection', 'CPU, us', 'rounds', `${second} = 1`], rows)}`
  return { rows: [], targets: [atMost(`${timed.what}, ${second} = 1`, timed.atMost, ours / limit, ' x')], text: [text] }
}

async function cpuPerRun(database: pg.Pool, work: TimedWork): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const before = cpuOf(pid) ?? 0
  for (let run = 0; run < runsPerRound; run += 1) await work.run(database)
  return ((cpuOf(pid) ?? Number.NaN) - before) / runsPerRound
}

/** Microseconds that a process has run, where Linux tells it. */
function cpuOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
  } catch {
    return undefined
  }
}
