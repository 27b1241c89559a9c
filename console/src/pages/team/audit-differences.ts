/** A field of a record before and after a change; undefined where it was not there. */
export type Difference = { path: string; before: string | undefined; after: string | undefined; isChanged: boolean }

/** The fields of two records by their paths, `items[0].sku`, in the order in which they appear. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const old = new Map(fieldsOf(before))
  const now = new Map(fieldsOf(after))
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  // Where one side is not known, nothing is known to have changed.
  const canCompare = old.size > 0 && now.size > 0
  return paths.map(path => {
    const [was, is] = [old.get(path), now.get(path)]
    return { path, before: was, after: is, isChanged: canCompare && was !== is }
  })
}

function* fieldsOf(value: unknown, path = ''): Generator<[string, string]> {
  if (value === null || value === undefined || typeof value !== 'object') {
    if (path !== '') yield [path, String(value ?? '–')]
    return
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0 && path !== '') yield [path, isList ? '[]' : '{}']
  for (const [key, field] of entries) yield* fieldsOf(field, isList ? `${path}[${key}]` : path ? `${path}.${key}` : key)
}
