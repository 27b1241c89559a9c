import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What is wrong with one field, as the end of a sentence that begins with its name: `must be a string, not a number`. */
export type FieldIssue = { path: readonly string[]; reason: string }

/**
 * Describes what is wrong with a value, for the person who wrote it. Every unknown field is an issue of its own. A message that
 * the schema gives itself is kept, except for a missing value and one of another type.
 *
 * @param issues of a parse with `reportInput: true`, which tells a missing value from one of another type
 * @param schema the schema of that parse: its field names are suggested for mistyped ones
 */
export function describeIssues(issues: readonly Issue[], schema: z.core.$ZodType): FieldIssue[] {
  return issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path, reason: reasonOf(issue) }]
    const known = fieldNames(schema)
    return issue.keys.map(key => ({ path: [...path, key], reason: unknownField(key, known) }))
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
      // A field that must be absent is declared as null with a message.
      if (issue.expected === 'null') return issue.message
      return issue.input === undefined
        ? 'is missing'
        : `must be ${typeNames[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`
    case 'invalid_value':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return `${limited(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `${limited(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    default:
      return issue.message
  }
}

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

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The names of all fields of a schema, and of the objects and arrays in it. */
function fieldNames(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) => [name, ...fieldNames(field)])
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldNames)
  if (schema instanceof z.ZodArray) return fieldNames(schema.element)
  const isWrapper = schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
  return isWrapper ? fieldNames(schema.unwrap()) : []
}

/** The candidate that a mistyped name most likely means; undefined when none is similar. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const similar = candidates
    .map(candidate => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(2, Math.floor(candidate.length / 3)))
  return similar.toSorted((left, right) => left.edits - right.edits)[0]?.candidate
}
