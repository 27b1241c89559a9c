import type { Queryable } from '@campstore/database/database'
import type { PlacedRow, Table, Unique } from './record-type.ts'

/** `priceWeekday` -> `price_weekday` */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Name of the temporary table with a table's rows of the files. */
export const stagedTable = ({ table }: Table): string => `staged_${table.replace('.', '_')}`

/** Copies a table's rows into a temporary table of this transaction, numbered by their place in `rows`. */
export async function stage(tx: Queryable, table: Table, rows: readonly PlacedRow[]): Promise<void> {
  const staged = stagedTable(table)
  await tx.query(`
    create temporary table ${staged} on commit drop as
    select null::integer as ordinal, ${table.columns.map(columnOf).join(', ')}
    from ${table.table}
    with no data`)
  const staging = rows.map(({ row }, ordinal) =>
    Object.fromEntries([['ordinal', ordinal], ...table.columns.map(field => [columnOf(field), row[field] ?? null])]),
  )
  await tx.query(`insert into ${staged} select * from jsonb_populate_recordset(null::${staged}, $1)`, [
    JSON.stringify(staging),
  ])
  await tx.query(`analyze ${staged}`)
}

/** SQL of what rows are told apart by. */
export const uniqueKey = ({ fields, by }: Unique, alias = 'one'): string =>
  `array[${fields.map(field => keys[by](`${alias}.${columnOf(field)}`)).join(', ')}]`
const keys: Record<Unique['by'], (column: string) => string> = {
  key: column => `shared.lookup_key(${column})`,
  ascii: column => `lower(${column} collate "C")`,
  value: column => column,
}

/** Gives rows whose code another row of the files gets a temporary one: rows may exchange their codes, and none may exist twice. */
const clearTheWay = (table: Table, unique: Unique): string => `
  update ${table.table} one
  set ${unique.fields.map(field => `${columnOf(field)} = gen_random_uuid()::text`).join(', ')}
  from ${stagedTable(table)} staged
  where ${uniqueKey(unique)} = ${uniqueKey(unique, 'staged')} and one.id <> staged.id`

export type Outcome = { name: string; added: number; changed: number; unchanged: number }

/** Inserts staged rows that are new, updates changed ones, and leaves the others; `count` is how many are staged. */
export async function writeTable(tx: Queryable, table: Table, count: number, resetStock: boolean): Promise<Outcome> {
  const resets = resetStock && table.beforeReset !== undefined
  if (table.before !== undefined) await tx.query(table.before)
  if (table.unique?.by === 'key') await tx.query(clearTheWay(table, table.unique))
  if (resets) await tx.query(table.beforeReset ?? '')
  const { rows } = await tx.query<{ added: number; changed: number }>(upsert(table, resets))
  if (table.after !== undefined) await tx.query(table.after)
  const removed = table.prune === undefined ? 0 : ((await tx.query(table.prune)).rowCount ?? 0)
  const { added = 0, changed = 0 } = rows[0] ?? {}
  return { name: table.name, added, changed: changed + removed, unchanged: count - added - changed }
}

/** Rows are written in the order of their key, which is the lock order of all services. */
function upsert(table: Table, resets: boolean): string {
  const { insertOnly = [], onInsert = {}, changedAt } = table
  const isChangeable = (field: string): boolean =>
    !table.key.includes(field) && (resets || (insertOnly !== 'all' && !insertOnly.includes(field)))
  const key = table.key.map(columnOf).join(', ')
  const columns = table.columns.map(columnOf)
  const changeable = table.columns.filter(isChangeable).map(columnOf)
  const rowOf = (alias: string): string => `row(${changeable.map(column => `${alias}.${column}`).join(', ')})`
  const changes = changeable.map(column => `${column} = excluded.${column}`)
  const onConflict =
    changeable.length === 0
      ? 'nothing'
      : `update
         set ${[...changes, ...(changedAt ? [`${changedAt} = now()`] : [])].join(', ')}
         where ${rowOf('stored')} is distinct from ${rowOf('excluded')}`
  // A row that this statement inserted has no xmax; one that it updated was locked first and has.
  return `
    with written as (
      insert into ${table.table} as stored (${[...columns, ...Object.keys(onInsert)].join(', ')})
      select ${[...columns, ...Object.values(onInsert)].join(', ')}
      from ${stagedTable(table)}
      order by ${key}
      on conflict (${key}) do ${onConflict}
      returning stored.xmax = 0 as is_new
    )
    select
      count(*) filter (where is_new)::integer as added,
      count(*) filter (where not is_new)::integer as changed
    from written`
}
