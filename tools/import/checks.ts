import type { Queryable } from '@campstore/database/database'
import { describePlace, type ImportIssue, type Place } from './import-issues.ts'
import type { DataSet, Table, TableRows } from './record-type.ts'
import { columnOf, stagedTable } from './write.ts'

/** Rows of one file with the same key. Other values that must be unique are compared by the database's indexes. */
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

/** What is wrong with staged rows in the light of what the database holds. */
export async function storedIssues(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  const issues = [await danglingReferences(tx, dataSet)]
  for (const tableRows of dataSet.tables) {
    if (tableRows.rows.length === 0) continue
    for (const field of tableRows.table.immutable ?? []) issues.push(await changedValues(tx, tableRows, field))
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
  // A staged row, by its place in the rows of the files, and what the stored row has.
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

/** The field by which references name rows of a table. */
const keyField = ({ key }: Table): string => key[0] ?? 'id'

/** The place of a field; of the whole row, when several fields are meant or it is made of one value. */
function at(table: Table, place: Place, fields: readonly string[]): Place {
  if (fields.length > 1 || table.ofValues) return place
  return { ...place, path: [place.path, ...fields].filter(step => step !== '').join('.') }
}
