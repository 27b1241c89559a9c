import type { Pool } from 'pg'

/** What was committed to a table between two measurements. */
export type TableChange = {
  table: string
  /** Rows that were inserted or changed, as JSON. */
  written: readonly Record<string, unknown>[]
  /** How many rows there are more, or, when negative, fewer. */
  growth: number
}

/** Finds what was written since it was asked last. */
export type StoredRows = Awaited<ReturnType<typeof watchStoredRows>>

const schemas = ['booking', 'checkout', 'member', 'catalog', 'inventory', 'admin']
/** Rows of one table that are read to say what was written. */
const maxRows = 20

/**
 * Watches the tables of all services without changing them.
 *
 * Usually one cheap query answers: when PostgreSQL's snapshot is the same as before, no transaction that writes has ended, not
 * even one that was rolled back. Otherwise every table is counted, and the rows are found whose inserting transaction the
 * former snapshot did not see. That finds every insert and update, and, by the count, every delete. Sequences are not watched.
 */
export async function watchStoredRows(owner: Pool) {
  const tables = await tableNames(owner)
  let latest = await measure(owner, tables, undefined)
  return {
    /** What was committed since the last call; nothing, if empty. */
    changes: async (): Promise<TableChange[]> => {
      const { rows } = await owner.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
      if (rows[0]?.snapshot === latest.snapshot) return []
      const before = latest
      latest = await measure(owner, tables, before.snapshot)
      const changed = [...latest.counts].filter(
        ([table, { written, rows }]) => written > 0 || rows !== before.counts.get(table)?.rows,
      )
      return Promise.all(
        changed.map(async ([table, { written, rows }]) => ({
          table,
          written: written > 0 ? await writtenRows(owner, table, before.snapshot) : [],
          growth: rows - (before.counts.get(table)?.rows ?? 0),
        })),
      )
    },
  }
}

async function tableNames(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1) order by name`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}

type Measurement = { snapshot: string; counts: Map<string, { rows: number; written: number }> }

/** The inserting transaction of a row was not visible in the snapshot. Transaction ids of a new server fit into 32 bits. */
const isNew = 'not pg_visible_in_snapshot(line.xmin::text::xid8, $1::pg_snapshot)'

/** Counts all tables in one statement, so that the counts belong to one snapshot. */
async function measure(owner: Pool, tables: readonly string[], since: string | undefined): Promise<Measurement> {
  const lines = tables.map(
    table =>
      `select '${table}' as table, count(*)::integer as rows, (count(*) filter (where ${isNew}))::integer as written from ${table} line`,
  )
  const { rows } = await owner.query<{ snapshot: string; table: string; rows: number; written: number }>(
    `select pg_current_snapshot()::text as snapshot, counted.* from (${lines.join(' union all ')}) counted`,
    [since ?? '1:1:'],
  )
  const counts = new Map(rows.map(({ table, rows, written }) => [table, { rows, written }]))
  return { snapshot: rows[0]?.snapshot ?? '', counts }
}

async function writtenRows(owner: Pool, table: string, since: string): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(line) as row from ${table} line where ${isNew} limit ${maxRows}`,
    [since],
  )
  return rows.map(({ row }) => row)
}

/**
 * The changes that a request may not have caused that was answered with an error, or that only reads. Two things are allowed:
 * the relay removes messages of earlier requests from an outbox when the broker has confirmed them, and the audit log records
 * that an administrator's write was refused or has failed.
 */
export const forbiddenChanges = (changes: readonly TableChange[]): TableChange[] =>
  changes.filter(({ table, written, growth }) => {
    if (table.endsWith('.outbox')) return written.length > 0 || growth > 0
    if (table === 'admin.audit_entry')
      return written.length !== growth || written.some(({ outcome }) => outcome !== 'refused' && outcome !== 'failed')
    return true
  })
