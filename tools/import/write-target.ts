import type { Queryable } from '@campstore/database/database'
import type { Target } from './record-type.ts'
import { columnOf, stagedTable } from './staging.ts'

/** What became of a target's rows. */
export type Outcome = { name: string; added: number; changed: number; unchanged: number }

/**
 * Writes staged rows: inserts what is new, changes what differs, leaves the rest untouched.
 *
 * @param count how many rows are staged
 * @param resetStock whether what is kept of resettable targets is overwritten too
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

/** Rows go in by key, so that several are locked in the order that everybody locks them in. */
function upsert(target: Target, resetStock: boolean): string {
  const kept = target.resettable && resetStock ? [] : (target.kept ?? [])
  const key = target.key.map(columnOf).join(', ')
  const columns = Object.keys(target.columns).map(columnOf)
  const changeable = Object.keys(target.columns)
    .filter(field => !target.key.includes(field) && !kept.includes(field))
    .map(columnOf)
  const rowOf = (alias: string): string => `row(${changeable.map(column => `${alias}.${column}`).join(', ')})`
  const onConflict =
    changeable.length === 0
      ? 'nothing'
      : `update
         set ${changeable.map(column => `${column} = excluded.${column}`).join(', ')}
           ${target.changedAt === undefined ? '' : `, ${target.changedAt} = now()`}
         where ${rowOf('stored')} is distinct from ${rowOf('excluded')}`
  // A row version that this statement inserted has no xmax; one that it updated was locked first and has.
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
