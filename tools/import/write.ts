import type { Queryable } from '@campstore/database/database'
import type { PlacedRow } from './data-set.ts'
import type { Target } from './record-type.ts'

const defaultRowsPerStatement = 5_000

/** `priceWeekday` -> `price_weekday` */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Name of the temporary table with a target's rows of the files. */
export const stagedTable = (target: Target): string => `staged_${target.table.replace('.', '_')}`

/** Copies a target's rows into a temporary table of this transaction, numbered by their place in `rows`. */
export async function stage(tx: Queryable, target: Target, rows: readonly PlacedRow[]): Promise<void> {
  const table = stagedTable(target)
  await tx.query(`
    create temporary table ${table} on commit drop as
    select null::integer as ordinal, ${target.columns.map(columnOf).join(', ')}
    from ${target.table}
    with no data`)
  const { rowsPerStatement = defaultRowsPerStatement } = target
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const batch = rows.slice(from, from + rowsPerStatement).map(({ row }, index) => ({
      ...Object.fromEntries(target.columns.map(field => [columnOf(field), row[field] ?? null])),
      ordinal: from + index,
    }))
    const insert = `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`
    await tx.query(insert, [JSON.stringify(batch)])
  }
  await tx.query(`analyze ${table}`)
}

/** The result of writing a target's rows. */
export type Outcome = { name: string; added: number; changed: number; unchanged: number }

/**
 * Writes staged rows: inserts new ones, updates those that differ, and leaves the others unchanged.
 *
 * @param count how many rows are staged
 * @param resetStock whether the insert-only fields of resettable targets are overwritten too
 */
export async function writeTarget(tx: Queryable, target: Target, count: number, resetStock: boolean): Promise<Outcome> {
  if (target.before !== undefined) await tx.query(target.before)
  if (target.beforeReset !== undefined && resetStock) await tx.query(target.beforeReset)
  const { rows } = await tx.query<{ added: number; changed: number }>(upsert(target, resetStock))
  if (target.after !== undefined) await tx.query(target.after)
  const removed = target.prune === undefined ? 0 : (await tx.query(target.prune)).rowCount
  const { added = 0, changed = 0 } = rows[0] ?? {}
  return { name: target.name, added, changed: changed + (removed ?? 0), unchanged: count - added - changed }
}

/** Rows are written in the order of their key, which is the lock order of all services. */
function upsert(target: Target, resetStock: boolean): string {
  const insertOnly = target.resettable && resetStock ? [] : (target.insertOnly ?? [])
  const key = target.key.map(columnOf).join(', ')
  const columns = target.columns.map(columnOf)
  const changeable = target.columns
    .filter(field => !target.key.includes(field) && !insertOnly.includes(field))
    .map(columnOf)
  const rowOf = (alias: string): string => `row(${changeable.map(column => `${alias}.${column}`).join(', ')})`
  const onConflict =
    changeable.length === 0
      ? 'nothing'
      : `update
         set ${changeable.map(column => `${column} = excluded.${column}`).join(', ')}
           ${target.changedAt === undefined ? '' : `, ${target.changedAt} = now()`}
         where ${rowOf('stored')} is distinct from ${rowOf('excluded')}`
  // A row that this statement inserted has no xmax; one that it updated was locked first and has.
  return `
    with written as (
      insert into ${target.table} as stored (${columns.join(', ')})
      select ${columns.join(', ')}
      from ${stagedTable(target)}
      order by ${key}
      on conflict (${key}) do ${onConflict}
      returning stored.xmax = 0 as is_new
    )
    select
      count(*) filter (where is_new)::integer as added,
      count(*) filter (where not is_new)::integer as changed
    from written`
}
