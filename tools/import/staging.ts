import type { Queryable } from '@campstore/database/database'
import type { PlacedRow } from './data-set.ts'
import type { Row, Target } from './record-type.ts'

const usualRowsPerStatement = 5_000

/** `priceWeekday` -> `price_weekday` */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Name of the temporary table that holds a target's rows of the files until they are judged and written. */
export const stagedTable = (target: Target): string => `staged_${target.table.replace('.', '_')}`

/** Puts a target's rows into a temporary table of this transaction, numbered by their place in `rows`. */
export async function stage(tx: Queryable, target: Target, rows: readonly PlacedRow[]): Promise<void> {
  const fields = Object.entries(target.columns)
  const columns = fields.map(([field, type]) => `${columnOf(field)} ${type}`).join(', ')
  const incoming = fields.map(([field, type]) => `"${field}" ${type}`).join(', ')
  const selected = fields.map(([field]) => `"${field}"`).join(', ')

  await tx.query(`create temporary table ${stagedTable(target)} (ordinal integer, ${columns}) on commit drop`)
  const { rowsPerStatement = usualRowsPerStatement } = target
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const batch = rows.slice(from, from + rowsPerStatement).map(({ row }, index) => ({
      ...ownColumns(target, row),
      ordinal: from + index,
    }))
    await tx.query(
      `insert into ${stagedTable(target)}
       select ordinal, ${selected}
       from jsonb_to_recordset($1) as incoming (ordinal integer, ${incoming})`,
      [JSON.stringify(batch)],
    )
  }
  await tx.query(`analyze ${stagedTable(target)}`)
}

const ownColumns = (target: Target, row: Row): Row =>
  Object.fromEntries(Object.keys(target.columns).map(field => [field, row[field] ?? null]))
