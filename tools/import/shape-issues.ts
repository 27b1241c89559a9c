import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import type { ImportIssue, Place } from './import-issues.ts'

type Issue = z.core.$ZodIssue

/**
 * Describes what is wrong with the shape of a record, for the person who wrote it.
 *
 * @param record where the record is
 * @param known all field names of the record and its parts, for suggestions
 */
export function shapeIssues(issues: readonly Issue[], record: Place, known: readonly string[]): ImportIssue[] {
  return issues.flatMap(issue => {
    const path = [...record.path, ...issue.path.map(String)]
    if (issue.code !== 'unrecognized_keys') return [{ place: { ...record, path }, reason: reasonOf(issue) }]
    return issue.keys.map(key => ({ place: { ...record, path: [...path, key] }, reason: unknownField(key, known) }))
  })
}

function unknownField(key: string, known: readonly string[]): string {
  const meant = closestName(key, known)
  return meant === undefined || meant === key
    ? 'is not a field of this record'
    : `is not a field. Did you mean ${meant}?`
}

function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'null') return issue.message
      return issue.input === undefined
        ? 'is missing'
        : `must be ${nameOf[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`
    case 'invalid_value':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return `must ${sizeOf[issue.origin] ?? 'be'} at least ${issue.minimum}`
    case 'too_big':
      return `must ${sizeOf[issue.origin] ?? 'be'} at most ${issue.maximum}`
    default:
      return issue.message
  }
}

const nameOf: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const sizeOf: Readonly<Record<string, string>> = { string: 'have a length of', array: 'have a length of' }

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The candidate that a mistyped name most likely means; undefined when none is similar. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const similar = candidates
    .map(candidate => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(2, Math.floor(candidate.length / 3)))
  return similar.toSorted((left, right) => left.edits - right.edits)[0]?.candidate
}
