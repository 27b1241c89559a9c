import type { Queryable } from '@campstore/database/database'
import { describePlace, type ImportIssue, type Place } from './import-issues.ts'
import type { DataSet, PlacedRow, Row, Table, TableRows, Uniqueness } from './record-type.ts'
import { columnOf, stagedTable } from './write.ts'

/** Rows of one file that contradict each other: the same key twice, the same value where each must have its own. */
export function contradictions({ tables }: DataSet): ImportIssue[] {
  return tables.flatMap(({ table, rows }) =>
    [{ fields: table.key }, ...(table.unique ?? [])].flatMap(rule => repetitions(table, rows, rule)),
  )
}

function repetitions(table: Table, rows: readonly PlacedRow[], rule: Uniqueness): ImportIssue[] {
  const first = new Map<string, Place>()
  return rows.flatMap(({ row, place }) => {
    const values = rule.fields.map(field => row[field])
    if (values.includes(null) || rule.applies?.(row) === false) return []
    const text = JSON.stringify(values)
    const compared = rule.foldCase ? text.toLowerCase() : text
    const earlier = first.get(compared)
    if (earlier === undefined) {
      first.set(compared, place)
      return []
    }
    const reason = `repeats ${namedValue(row, rule)} of ${describePlace(earlier)}`
    return [{ place: at(table, place, rule.fields), reason }]
  })
}

/** A reference to a row of another table that is in no file, valid or invalid: the database may have it. */
export type OpenReference = { to: string; id: string; place: Place }

/** The references that only the database can resolve. */
export function openReferences({ tables }: DataSet): OpenReference[] {
  const known = new Map(
    tables.map(({ table, rows, brokenIds }) => [
      table.name,
      new Set<unknown>([...brokenIds, ...rows.map(({ row }) => row[keyField(table)])]),
    ]),
  )
  return tables.flatMap(({ table, rows }) =>
    Object.entries(table.references ?? {}).flatMap(([field, to]) =>
      rows.flatMap(({ row, place }) => {
        const id = row[field]
        const isOpen = typeof id === 'string' && known.get(to)?.has(id) === false
        return isOpen ? [{ to, id, place: at(table, place, [field]) }] : []
      }),
    ),
  )
}

/** What is wrong with staged rows in the light of what the database holds. */
export async function storedIssues(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  const issues = [await danglingReferences(tx, dataSet)]
  for (const tableRows of dataSet.tables) {
    if (tableRows.rows.length === 0) continue
    for (const field of tableRows.table.immutable ?? []) issues.push(await changedValues(tx, tableRows, field))
    for (const rule of tableRows.table.unique ?? []) issues.push(await takenValues(tx, tableRows, rule))
  }
  return issues.flat()
}

async function danglingReferences(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  const issues: ImportIssue[] = []
  for (const [to, references] of Map.groupBy(openReferences(dataSet), reference => reference.to)) {
    const table = dataSet.tables.find(tableRows => tableRows.table.name === to)?.table
    if (table === undefined) throw new Error(`A reference points to ${to}, which is no table`)
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

/** A staged row, by its place in the rows of the files, and what a stored row has. */
type Match = { ordinal: number; stored: string }

/** Immutable values that would change, most often because two data sets use one id for different things. */
async function changedValues(tx: Queryable, tableRows: TableRows, field: string): Promise<ImportIssue[]> {
  const { table } = tableRows
  const column = columnOf(field)
  const changed = await tx.query<Match>(
    `select staged.ordinal, stored.${column}::text as stored
     from ${stagedTable(table)} staged
     join ${table.table} stored using (${table.key.map(columnOf).join(', ')})
     where stored.${column} is distinct from staged.${column}`,
  )
  return matchIssues(tableRows, changed.rows, [field], (row, stored) => {
    return `is ${JSON.stringify(stored)} in the database and cannot become ${JSON.stringify(row[field])}`
  })
}

/** Rows whose value belongs to another row of the database, one that is not in the files itself. */
async function takenValues(tx: Queryable, tableRows: TableRows, rule: Uniqueness): Promise<ImportIssue[]> {
  const { table } = tableRows
  const value = (column: string): string => (rule.foldCase ? `lower(${column})` : column)
  const columns = rule.fields.map(columnOf)
  const taken = await tx.query<Match>(
    `select staged.ordinal, stored.id as stored
     from ${stagedTable(table)} staged
     join ${table.table} stored on ${columns.map(name => `${value(`stored.${name}`)} = ${value(`staged.${name}`)}`).join(' and ')}
     where ${rule.among ?? 'true'}
       and not exists (select from ${stagedTable(table)} other where other.id = stored.id)`,
  )
  const matches = taken.rows.filter(({ ordinal }) => rule.applies?.(tableRows.rows[ordinal]?.row ?? {}) !== false)
  return matchIssues(tableRows, matches, rule.fields, (row, stored) => {
    return `${namedValue(row, rule)} belongs to ${JSON.stringify(stored)} in the database`
  })
}

const matchIssues = (
  { table, rows }: TableRows,
  matches: readonly Match[],
  fields: readonly string[],
  reason: (row: Row, stored: string) => string,
): ImportIssue[] =>
  matches.flatMap(({ ordinal, stored }) => {
    const placed = rows[ordinal]
    return placed ? [{ place: at(table, placed.place, fields), reason: reason(placed.row, stored) }] : []
  })

/** The field by which references name rows of a table. */
const keyField = ({ key }: Table): string => key[0] ?? 'id'

/** The place of a field; of the whole row, when several fields are meant or it is made of one value. */
function at(table: Table, place: Place, fields: readonly string[]): Place {
  if (fields.length > 1 || table.ofValues) return place
  return { ...place, path: [place.path, ...fields].filter(step => step !== '').join('.') }
}

/** `the code "TENT-4"`, `the campgroundId "a" and variantId "b"` */
const namedValue = (row: Row, rule: Uniqueness): string =>
  `the ${rule.fields.map(field => `${field} ${JSON.stringify(row[field])}`).join(' and ')}`
