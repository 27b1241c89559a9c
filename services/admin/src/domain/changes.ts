import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@campstore/contract/route'

type Fields = Readonly<Record<string, unknown>>
type Changes = { before: unknown; after: unknown }

/**
 * The difference between two states of a target, as an audit entry keeps it (docs/contract/admin.md#audit-log): the fields that
 * differ, and of a list the elements that do. An element with an `id` has it besides its own changed fields. So the size of
 * an entry does not grow with the history of the record. Something that is created or removed is kept as a whole. If the states are of different
 * records, only `after` is kept.
 */
export function changesBetween(before: unknown, after: unknown): Changes {
  if (after === null) return { before, after }
  return isFields(before) && isFields(after) && before.id === after.id
    ? fieldChanges(before, after)
    : { before: null, after }
}

/**
 * The state before a write that an entry keeps until the outcome is known. Of something that is removed, it is that: an element if the
 * target is an element of a list. Otherwise it is the record without its lists, which grow with its history.
 *
 * @param targetId the id of the record or element that is written
 */
export function boundedState(before: unknown, targetId: string | null, isRemoval: boolean): unknown {
  if (!isFields(before)) return before
  if (!isRemoval) return JSON.parse(JSON.stringify(before, (_, value) => (Array.isArray(value) ? undefined : value)))
  const removed = Object.entries(before)
    .map(([name, list]) => [name, elementsOf(list).filter(({ id }) => id === targetId)] as const)
    .filter(([, elements]) => elements.length > 0)
  return removed.length > 0 ? Object.fromEntries(removed) : before
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const elementsOf = (list: unknown): Fields[] => (Array.isArray(list) ? list.filter(isFields) : [])

function fieldChanges(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names]
    .filter(name => !isDeepStrictEqual(before[name], after[name]))
    .map(name => ({ name, ...valueChange(before[name], after[name]) }))
  return {
    before: Object.fromEntries(changed.map(({ name, before }) => [name, before])),
    after: Object.fromEntries(changed.map(({ name, after }) => [name, after])),
  }
}

function valueChange(before: unknown, after: unknown): Changes {
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after)
  return isFields(before) && isFields(after) ? fieldChanges(before, after) : { before, after }
}

/** Elements that changed come first on both sides, so that they stand side by side. A list in another order is kept as it is. */
function listChanges(before: readonly unknown[], after: readonly unknown[]): Changes {
  const [removed, added] = [withoutThose(before, after), withoutThose(after, before)]
  if (removed.length + added.length === 0) return { before, after }
  const earlier = new Map(removed.filter(hasId).map(element => [element.id, element]))
  const changed = added.filter(hasId).flatMap(element => {
    const was = earlier.get(element.id)
    return was ? [{ id: element.id, ...fieldChanges(was, element) }] : []
  })
  const changedIds = new Set(changed.map(({ id }) => id))
  const isWhole = (element: unknown): boolean => !hasId(element) || !changedIds.has(element.id)
  return {
    before: [...changed.map(({ id, before }) => ({ id, ...before })), ...removed.filter(isWhole)],
    after: [...changed.map(({ id, after }) => ({ id, ...after })), ...added.filter(isWhole)],
  }
}

const hasId = (element: unknown): element is Fields => isFields(element) && element.id !== undefined

/** The elements of a list that another list does not have, each as often as it has more of them. */
function withoutThose(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const counts = new Map<string, number>()
  for (const other of others) {
    const key = JSON.stringify(other)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return list.filter(element => {
    const key = JSON.stringify(element)
    const count = counts.get(key) ?? 0
    if (count > 0) counts.set(key, count - 1)
    return count === 0
  })
}

/**
 * Whether a write is a PATCH after which its target is as it was before, except for `updatedAt`
 * (docs/contract/conventions.md#changes).
 */
export const isUnchanged = ({ method }: Pick<Route, 'method'>, before: unknown, after: unknown): boolean =>
  method === 'PATCH' && isDeepStrictEqual(withoutTime(before), withoutTime(after))

const withoutTime = (record: unknown): object => ({ ...Object(record), updatedAt: undefined })
