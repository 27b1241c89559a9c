import type { History } from '../history.ts'
import type { Stored } from '../stored.ts'

/** Something that must not be. */
export type Violation = {
  /** The rule that was broken. */
  rule: string
  /** The booking or order that it is about. */
  subject?: string | undefined
  /** What was found. */
  found: string
}

/** What the judges look at: what was seen from outside, and what the database has at the end. */
export type Evidence = { history: History; stored: Stored }

/** Elements by a key, in their order. */
export function groupedBy<T>(list: readonly T[], keyOf: (element: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const element of list) {
    const key = keyOf(element)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [element])
    else group.push(element)
  }
  return groups
}

/** An instant as it is printed: the time of day with milliseconds. */
export const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 23)
