import type { Queryable } from '@campstore/database/database'
import { describePlace, type ImportIssue, type Place } from './import-issues.ts'
import type { DataSet, Table, TableRows, Unique } from './record-type.ts'
import { columnOf, stagedTable, uniqueKey } from './write.ts'

/** Rows of one file with the same key. */
export function contradictions({ tables }: DataSet): ImportIssue[] {
  return tables.flatMap(({ table, rows }) => {
    const first = new Map<string, Place>()
    return rows.flatMap(({ row, place }) => {
      const named = table.key.map(field => `${field} ${JSON.stringify(row[field])}`).join(' and ')
      const earlier = first.get(named)
      if (earlier === undefined) {
        first.set(named, place)
        return []
      }
      return [{ place: at(table, place, table.key), reason: `repeats the ${named} of ${describePlace(earlier)}` }]
    })
  })
}

/** A reference to a row of another table that is in no file: the database may have it. */
export type OpenReference = { to: string; id: string; place: Place }

/** The references that only the database can resolve. */
export function openReferences({ tables }: DataSet): OpenReference[] {
  const known = new Map(
    tables.map(({ table, rows }) => [table.name, new Set<unknown>(rows.map(({ row }) => row[keyField(table)]))]),
  )
  return tables.flatMap(({ table, rows }) =>
    Object.entries(table.references ?? {}).flatMap(([field, to]) =>
      rows.flatMap(({ row, place }) =>
        [row[field]].flat().flatMap(id => {
          const isOpen = typeof id === 'string' && known.get(to)?.has(id) === false
          return isOpen ? [{ to, id, place: at(table, place, [field]) }] : []
        }),
      ),
    ),
  )
}

/**
 * The issues of staged rows compared with the database. If a record could not be read, nothing is reported about
 * references: they may be to that record.
 */
export async function storedIssues(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  const issues = dataSet.issues.length > 0 ? [] : [await danglingReferences(tx, dataSet)]
  for (const tableRows of dataSet.tables) {
    const { table, rows } = tableRows
    if (rows.length === 0) continue
    for (const field of table.immutable ?? []) issues.push(await changedValues(tx, tableRows, field))
    if (table.unique) issues.push(await repeatedValues(tx, tableRows, table.unique))
    if (table.check) issues.push(await table.check(tx, rows))
  }
  return issues.flat()
}

async function danglingReferences(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  const issues: ImportIssue[] = []
  for (const [to, references] of Map.groupBy(openReferences(dataSet), reference => reference.to)) {
    const table = dataSet.tables.find(tableRows => tableRows.table.name === to)?.table
    if (table === undefined) throw new Error(`A reference points to ${to}, which is not a table`)
    const stored = await tx.query<{ id: string }>(
      `select ${columnOf(keyField(table))} as id from ${table.table} where ${columnOf(keyField(table))} = any ($1)`,
      [references.map(({ id }) => id)],
    )
    const found = new Set(stored.rows.map(({ id }) => id))
    for (const { id, place } of references) {
      if (found.has(id)) continue
      issues.push({ place, reason: `${JSON.stringify(id)} is neither in the files nor in the database (${to})` })
    }
  }
  return issues
}

/** Immutable values that would change, most often because two data sets use one id for different things. */
async function changedValues(tx: Queryable, { table, rows }: TableRows, field: string): Promise<ImportIssue[]> {
  const column = columnOf(field)
  // A staged row, by its place in the rows of the files, and the values of the stored row.
  const changed = await tx.query<{ ordinal: number; stored: string }>(
    `select staged.ordinal, stored.${column}::text as stored
     from ${stagedTable(table)} staged
     join ${table.table} stored using (${table.key.map(columnOf).join(', ')})
     where stored.${column} is distinct from staged.${column}`,
  )
  return changed.rows.flatMap(({ ordinal, stored }) => {
    const placed = rows[ordinal]
    if (placed === undefined) return []
    const reason = `is ${JSON.stringify(stored)} in the database and cannot become ${JSON.stringify(placed.row[field])}`
    return [{ place: at(table, placed.place, [field]), reason }]
  })
}

type Repeated = { ordinal: number; first: number | null; stored: string | null; values: string[] }

/** Values that two rows would have when everything is written; rows may exchange theirs. */
async function repeatedValues(tx: Queryable, { table, rows }: TableRows, unique: Unique): Promise<ImportIssue[]> {
  const { fields, among = 'true', amongStored = 'true' } = unique
  const [id, staged] = [columnOf(keyField(table)), stagedTable(table)]
  const columns = fields.map(columnOf)
  // Rows that are added, never changed, keep their stored values.
  const keepsStored = table.insertOnly === 'all'
  const isIn = (other: string) => `exists (select from ${other} other where other.${id} = one.${id})`
  const repeated = await tx.query<Repeated>(`
    with named as (
      select ordinal, ${id}, ${uniqueKey(unique)} as key, array[${columns}] as values
      from ${staged} one
      where num_nulls(${columns}) = 0 and ${among}${keepsStored ? ` and not ${isIn(table.table)}` : ''}
    ),
    numbered as (
      select *, first_value(ordinal) over in_files as first, first_value(values) over in_files as first_values
      from named
      window in_files as (partition by key order by ordinal)
    )
    select ordinal, first, null as stored, first_values as values
    from numbered
    where first <> ordinal
    union all
    select ordinal, null, stored.${id}, stored.values
    from numbered
    join (
      select ${id}, ${uniqueKey(unique)} as key, array[${columns}] as values
      from ${table.table} one
      where num_nulls(${columns}) = 0 and ${among} and ${amongStored}${keepsStored ? '' : ` and not ${isIn(staged)}`}
    ) stored using (key)`)
  return repeated.rows.flatMap(({ ordinal, first, stored, values }) => {
    const placed = rows[ordinal]
    if (placed === undefined) return []
    const same = fields.every((field, nth) => placed.row[field] === values[nth])
    const named = fields.map((field, nth) => `${field} ${JSON.stringify(values[nth])}`).join(' and ')
    const where = rows[first ?? -1]?.place
    const of = where ? describePlace(where) : `${JSON.stringify(stored)} in the database`
    const reason = same ? `repeats the ${named} of ${of}` : `is the same for a look-up as the ${named} of ${of}`
    return [{ place: at(table, placed.place, fields), reason }]
  })
}

/** The field by which references name rows of a table. */
const keyField = ({ key }: Table): string => key[0] ?? 'id'

/** The place of a field; of the whole row, when several fields are meant or it is made of one value. */
function at(table: Table, place: Place, fields: readonly string[]): Place {
  if (fields.length > 1 || table.ofValues) return place
  return { ...place, path: [place.path, ...fields].filter(step => step !== '').join('.') }
}
