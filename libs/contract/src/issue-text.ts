import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { unwrapped } from './unknown-fields.ts'

type Issue = z.core.$ZodIssue
type UnionIssue = z.core.$ZodIssueInvalidUnion

/** The mistake in one field, as the end of a sentence that begins with its name: `must be a string, not a number`. */
export type FieldIssue = { path: readonly string[]; reason: string }

/**
 * Describes the mistakes in a value, for the person who wrote it. Every unknown field is an issue of its own. A message that
 * the schema gives itself is kept, except for a missing value and one of another type.
 *
 * @param issues of a parse with `reportInput: true`, which tells a missing value from one of another type
 * @param schema the schema of that parse: its field names are suggested for mistyped ones
 * @param limit how many unknown fields of an object are described, because a hostile one has more than anyone would read
 */
export function describeIssues(
  issues: readonly Issue[],
  schema: z.core.$ZodType,
  limit = Number.POSITIVE_INFINITY,
): FieldIssue[] {
  return issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      const known = fieldNames(schema)
      return issue.keys.slice(0, limit).map(key => ({ path: [...path, key], reason: unknownField(key, known) }))
    }
    if (issue.code === 'invalid_union' && !hasOwnMessage(issue)) return describeUnion(issue, path, schema)
    return [{ path, reason: reasonOf(issue) }]
  })
}

/**
 * The first mistake of a value, on one line: `target.kind must be "booking" or "order"`.
 *
 * @param error of a parse with `reportInput: true`
 */
export function describeFirstIssue(error: z.ZodError, schema: z.core.$ZodType): string {
  const [first] = describeIssues(error.issues.slice(0, 1), schema, 1)
  return first ? [first.path.join('.'), first.reason].filter(Boolean).join(' ') : 'is not valid'
}

/**
 * The mistakes in a value of which a schema allows several kinds: the issues of the first kind that has the value's type, or
 * else the types that it could have.
 */
function describeUnion(issue: UnionIssue, path: readonly string[], schema: z.core.$ZodType): FieldIssue[] {
  if (issue.input === undefined) return [{ path, reason: 'is missing' }]
  const ofItsType = issue.errors.find(issues => !issues.some(each => each.path.length === 0 && isOfAnotherType(each)))
  if (ofItsType) {
    return describeIssues(ofItsType, schema).map(nested => ({ ...nested, path: [...path, ...nested.path] }))
  }
  const types = issue.errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [typeName(first.expected)] : []))
  const reason =
    types.length === 0
      ? 'is not one of those allowed'
      : `must be ${[...new Set(types)].join(' or ')}, not ${typeOf(issue.input)}`
  return [{ path, reason }]
}

const isOfAnotherType = (issue: Issue): boolean =>
  issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof issue.input === 'object')

function unknownField(key: string, known: readonly string[]): string {
  const meant = closestName(key, known)
  return meant === undefined || meant === key
    ? 'is not a field of this record'
    : `is not a field. Did you mean ${meant}?`
}

function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      // A field that must be absent is declared as null with a message.
      if (issue.expected === 'null') return issue.message
      if (issue.input === undefined) return 'is missing'
      if (isEndless(issue.input) && ['number', 'int'].includes(issue.expected)) return 'is beyond the range of numbers'
      return `must be ${typeName(issue.expected)}, not ${typeOf(issue.input)}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing'
      if (hasOwnMessage(issue)) return issue.message
      return `must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'invalid_format':
      return hasOwnMessage(issue) ? issue.message : `must be ${formatNames[issue.format] ?? 'in another form'}`
    case 'too_small':
      return `${limited(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `${limited(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    default:
      return hasOwnMessage(issue) ? issue.message : 'is not valid'
  }
}

/** Whether the schema gives the message; messages of the validator all begin with the same word. */
const hasOwnMessage = ({ message }: Issue): boolean => !message.startsWith('Invalid ')

const formatNames: Readonly<Record<string, string>> = {
  datetime: 'a timestamp like 2026-11-20T08:00:00Z',
  email: 'an e-mail address',
}

const typeName = (expected: string): string => typeNames[expected] ?? expected

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const limited = (origin: string): string =>
  origin === 'string' || origin === 'array' ? 'must have a length of' : 'must be'

/** JSON.parse reads 1e999 as Infinity. */
const isEndless = (value: unknown): boolean => value === Infinity || value === -Infinity

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) || isEndless(value) ? 'a number' : 'a fraction'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The names of all fields of a schema, and of the objects and arrays in it. */
function fieldNames(schema: z.core.$ZodType): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([name, field]) => [name, ...fieldNames(field)])
  }
  if (inner instanceof z.ZodUnion) return inner.options.flatMap(fieldNames)
  return inner instanceof z.ZodArray ? fieldNames(inner.element) : []
}

/** The candidate that a mistyped name most likely means; undefined when none is similar. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const similar = candidates
    .map(candidate => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(2, Math.floor(candidate.length / 3)))
  return similar.toSorted((left, right) => left.edits - right.edits)[0]?.candidate
}
