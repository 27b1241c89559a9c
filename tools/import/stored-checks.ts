import type { Queryable } from '@campstore/database/database'
import type { DataSet, TargetRows } from './data-set.ts'
import { at, keyField, namedValue, openReferences } from './file-checks.ts'
import type { ImportIssue } from './import-issues.ts'
import type { Target, Uniqueness } from './record-type.ts'
import { columnOf, stagedTable } from './write.ts'

/** What is wrong with staged rows in the light of what the database holds. */
export async function storedIssues(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  let issues = await danglingReferences(tx, dataSet)
  for (const targetRows of dataSet.targets) {
    if (targetRows.rows.length === 0) continue
    for (const field of targetRows.target.immutable ?? [])
      issues = issues.concat(await movedRows(tx, targetRows, field))
    for (const rule of targetRows.target.unique ?? []) issues = issues.concat(await takenValues(tx, targetRows, rule))
  }
  return issues
}

async function danglingReferences(tx: Queryable, dataSet: DataSet): Promise<ImportIssue[]> {
  const issues: ImportIssue[] = []
  for (const { to, places } of openReferences(dataSet)) {
    const target = dataSet.targets.find(targetRows => targetRows.target.name === to)?.target
    if (target === undefined) throw new Error(`a reference points to ${to}, which is no target`)
    const { rows } = await tx.query<{ id: string }>(
      `select referenced.id
       from unnest($1::text[]) as referenced (id)
       where not exists (select from ${target.table} stored where stored.${columnOf(keyField(target))} = referenced.id)`,
      [[...places.keys()]],
    )
    for (const { id } of rows) {
      for (const place of places.get(id) ?? []) {
        issues.push({ place, reason: `${JSON.stringify(id)} is neither in the files nor in the database (${to})` })
      }
    }
  }
  return issues
}

/** Rows that would move to another whole, most often because two data sets use one id for different things. */
async function movedRows(tx: Queryable, { target, rows }: TargetRows, field: string): Promise<ImportIssue[]> {
  const column = columnOf(field)
  const moved = await tx.query<{ ordinal: number; was: string }>(
    `select staged.ordinal, stored.${column}::text as was
     from ${stagedTable(target)} staged
     join ${target.table} stored on ${sameKey(target)}
     where stored.${column} is distinct from staged.${column}`,
  )
  return moved.rows.flatMap(({ ordinal, was }) => {
    const placed = rows[ordinal]
    if (placed === undefined) return []
    const value = JSON.stringify(placed.row[field])
    return [
      {
        place: at(placed.place, [field]),
        reason: `is ${JSON.stringify(was)} in the database and cannot become ${value}`,
      },
    ]
  })
}

/** Rows whose value belongs to another row of the database, one that is not in the files itself. */
async function takenValues(tx: Queryable, { target, rows }: TargetRows, rule: Uniqueness): Promise<ImportIssue[]> {
  const value = (alias: string, field: string): string =>
    rule.foldCase ? `lower(${alias}.${columnOf(field)})` : `${alias}.${columnOf(field)}`
  const taken = await tx.query<{ ordinal: number; owner: string }>(
    `select staged.ordinal, stored.id as owner
     from ${stagedTable(target)} staged
     join ${target.table} stored on ${rule.fields.map(field => `${value('stored', field)} = ${value('staged', field)}`).join(' and ')}
     where stored.id <> staged.id
       and ${rule.among ?? 'true'}
       and not exists (select from ${stagedTable(target)} other where other.id = stored.id)`,
  )
  return taken.rows.flatMap(({ ordinal, owner }) => {
    const placed = rows[ordinal]
    if (placed === undefined || rule.applies?.(placed.row) === false) return []
    const reason = `${namedValue(placed.row, rule)} belongs to ${JSON.stringify(owner)} in the database`
    return [{ place: at(placed.place, rule.fields), reason }]
  })
}

const sameKey = (target: Target): string =>
  target.key.map(field => `stored.${columnOf(field)} = staged.${columnOf(field)}`).join(' and ')
