import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Bytes of each table with its indexes. */
export type SizeByTable = ReadonlyMap<string, number>

/** Sizes of all tables of the services. */
export async function databaseSize(owner: pg.Client): Promise<SizeByTable> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(`
    select oid::regclass::text as name, pg_total_relation_size(oid) as bytes
    from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('booking', 'checkout', 'catalog', 'inventory', 'member')
    order by name`)
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** Bytes that the server has written to its write-ahead log so far. */
export async function walBytes(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0]?.bytes)
}

/** The sessions of this database by name: how many, and the average of the memory that each shares with no other process. */
export async function backendMemory(owner: pg.Client): Promise<string[][]> {
  const { rows } = await owner.query<{ name: string; pids: number[] }>(`
    select application_name as name, array_agg(pid) as pids
    from pg_stat_activity
    where datname = current_database() and application_name <> '' and backend_type = 'client backend'
    group by application_name
    order by name`)
  return rows.map(({ name, pids }) => {
    const kilobytes = pids.map(privateKilobytes).reduce((all, each) => all + each, 0)
    return [name, String(pids.length), (kilobytes / 1024 / pids.length).toFixed(1)]
  })
}

/** From Linux's account of a process's memory; not a number where that may not be read. */
function privateKilobytes(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((all, [, kilobytes]) => all + Number(kilobytes), 0)
  } catch {
    return Number.NaN
  }
}
