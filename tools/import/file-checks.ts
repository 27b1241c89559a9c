import type { DataSet, PlacedRow, TargetRows } from './data-set.ts'
import { describeIssue, type ImportIssue, type Place } from './import-issues.ts'
import type { Row, Target, Uniqueness } from './record-type.ts'

/** Ids that rows refer to and that no file holds: whether the database has them is still to be asked. */
export type OpenReferences = { to: string; places: Map<string, Place[]> }[]

/** Rows of one file that contradict each other: the same key twice, the same value where each must have its own. */
export function contradictions(dataSet: DataSet): ImportIssue[] {
  return dataSet.targets.flatMap(({ target, rows }) => [
    ...repeated(rows, { fields: target.key }),
    ...(target.unique ?? []).flatMap(rule => repeated(rows, rule)),
  ])
}

function repeated(rows: readonly PlacedRow[], rule: Uniqueness): ImportIssue[] {
  const first = new Map<string, Place>()
  return rows.flatMap(({ row, place }) => {
    const value = comparable(row, rule)
    if (value === undefined) return []
    const earlier = first.get(value)
    if (earlier === undefined) {
      first.set(value, place)
      return []
    }
    return [{ place: at(place, rule.fields), reason: `repeats ${namedValue(row, rule)} of ${whereIs(earlier)}` }]
  })
}

/** What must be unique, as one text; undefined for a row that takes no part. */
function comparable(row: Row, rule: Uniqueness): string | undefined {
  const values = rule.fields.map(field => row[field])
  if (values.includes(null) || rule.applies?.(row) === false) return undefined
  const text = JSON.stringify(values)
  return rule.foldCase ? text.toLowerCase() : text
}

/** References whose row is in no file, sound or broken, by the table they point to. */
export function openReferences(dataSet: DataSet): OpenReferences {
  const open = new Map<string, Map<string, Place[]>>()
  const known = new Map(dataSet.targets.map(targetRows => [targetRows.target.name, idsOf(targetRows)]))
  const unreadable = new Set(
    dataSet.targets.filter(targetRows => targetRows.unreadable).map(targetRows => targetRows.target.name),
  )
  for (const { target, rows } of dataSet.targets) {
    for (const { field, to, isWhole } of target.references ?? []) {
      if (unreadable.has(to)) continue
      const places = open.get(to) ?? new Map<string, Place[]>()
      open.set(to, places)
      for (const { row, place } of rows) {
        const id = row[field]
        if (typeof id !== 'string' || known.get(to)?.has(id)) continue
        const where = isWhole ? place : at(place, [field])
        const waiting = places.get(id)
        if (waiting === undefined) places.set(id, [where])
        else waiting.push(where)
      }
    }
  }
  return [...open].map(([to, places]) => ({ to, places })).filter(({ places }) => places.size > 0)
}

/** What references may name: the values of a key of one field. */
const idsOf = ({ target, rows, brokenIds }: TargetRows): Set<unknown> =>
  new Set([...brokenIds, ...rows.map(({ row }) => row[keyField(target)])])

/** The field by which references name rows of a target. */
export const keyField = ({ key }: Target): string => key[0] ?? 'id'

/** The place of a field of a part; of the part itself, when several fields are meant. */
export const at = (place: Place, fields: readonly string[]): Place =>
  fields.length === 1 ? { ...place, path: [...place.path, ...fields] } : place

/** `the code "TENT-4"`, `the campgroundId "a" and variantId "b"` */
export const namedValue = (row: Row, rule: Uniqueness): string =>
  `the ${rule.fields.map(field => `${field} ${JSON.stringify(row[field])}`).join(' and ')}`

const whereIs = (place: Place): string => describeIssue({ place, reason: '' }).slice(0, -2)
