import { z } from 'zod'

/** A part of a record: the object, or {} for a part that is none, and the fields and places in arrays that lead to it. */
export type Part = { value: Readonly<Record<string, unknown>>; path: readonly string[] }

const object = z.record(z.string(), z.unknown())

/**
 * Finds the parts of a record as it was read, whether it is sound or not.
 *
 * @param within names of the arrays to go down, outermost first; none for the record itself
 */
export function partsOf(raw: unknown, within: readonly string[] = []): Part[] {
  return within.reduce<Part[]>(
    (parents, field) => parents.flatMap(parent => elementsOf(parent, field)),
    [asPart(raw, [])],
  )
}

function elementsOf(parent: Part, field: string): Part[] {
  const elements = parent.value[field]
  if (!Array.isArray(elements)) return []
  return elements.map((element, index) => asPart(element, [...parent.path, field, String(index)]))
}

const asPart = (value: unknown, path: readonly string[]): Part => ({ value: object.safeParse(value).data ?? {}, path })
