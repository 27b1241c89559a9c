/** A field of a record before and after a change; undefined for a missing one. */
export type Difference = { path: string; before: string | undefined; after: string | undefined; isChanged: boolean }

/** The value of a field, or the values of a list that has no records. */
type Field = string | readonly string[]

/**
 * The fields of two records by their paths, `items[0].sku`, in the order in which they appear. For a changed list of values,
 * `before` has the removed values, and `after` the added ones.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const old = new Map(fieldsOf(before))
  const now = new Map(fieldsOf(after))
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter(
    path => !isEmptyFor(old.get(path), now.get(path)) && !isEmptyFor(now.get(path), old.get(path)),
  )
  // If one side is unknown, no change is known.
  const canCompare = old.size > 0 && now.size > 0
  const differences = paths.map(path => differenceAt(path, old.get(path), now.get(path), canCompare))
  const isChanged = differences.some(difference => difference.isChanged && !isTime(difference))
  return isChanged ? differences.map(one => (isTime(one) ? { ...one, isChanged: false } : one)) : differences
}

/** Whether one side of a list of records has none; the fields of the other side's say enough. */
const isEmptyFor = (side: Field | undefined, other: Field | undefined): boolean =>
  typeof side === 'object' && side.length === 0 && other === undefined

/** The time of the change adds nothing if another field has changed. */
const isTime = ({ path }: Difference): boolean => /(?:^|\.)updatedAt$/.test(path)

function differenceAt(path: string, was: Field | undefined, is: Field | undefined, canCompare: boolean): Difference {
  if (!canCompare || typeof was !== 'object' || typeof is !== 'object')
    return { path, before: textOf(was), after: textOf(is), isChanged: canCompare && textOf(was) !== textOf(is) }
  const removed = was.filter(value => !is.includes(value))
  const added = is.filter(value => !was.includes(value))
  const isChanged = removed.length > 0 || added.length > 0
  if (!isChanged) return { path, before: textOf(was), after: textOf(is), isChanged }
  return { path, before: removed.join(', '), after: added.join(', '), isChanged }
}

function textOf(field: Field | undefined): string | undefined {
  if (typeof field !== 'object') return field
  return field.length === 0 ? '[]' : field.join(', ')
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

function* fieldsOf(value: unknown, path = ''): Generator<[string, Field]> {
  if (value === null || value === undefined || typeof value !== 'object') {
    if (path !== '') yield [path, String(value ?? '–')]
    return
  }
  if (Array.isArray(value) && value.every(isPlain) && path !== '') {
    yield [path, value.map(one => String(one ?? '–'))]
    return
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0 && path !== '') yield [path, '{}']
  for (const [key, field] of entries) yield* fieldsOf(field, isList ? `${path}[${key}]` : path ? `${path}.${key}` : key)
}
