import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { english, oneOf, type Text, type TextKey, text, textOfIssue, verbatim } from './texts/text.ts'
import { unwrapped } from './unknown-fields.ts'

type Issue = z.core.$ZodIssue
type UnionIssue = z.core.$ZodIssueInvalidUnion

/** The mistake in one field, as the end of a sentence that begins with its name: `must be a string, not a number`. */
export type FieldIssue = { path: readonly string[]; reason: Text }

/**
 * Checks a value that others wrote. Each issue contains the value that it is about, which tells a missing value from one of another type.
 *
 * The validator compares the `length` of a value of any type, which throws for `{"length":{"toString":0}}`. Such a length is left out.
 */
export function safeParse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value, { reportInput: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const withoutLengths: unknown = JSON.parse(JSON.stringify(value), (key, part) =>
      key === 'length' && typeof part === 'object' ? undefined : part,
    )
    return schema.safeParse(withoutLengths, { reportInput: true })
  }
}

/**
 * Describes the mistakes in a value, for the person who wrote it. Every unknown field is a separate issue. A text that
 * the schema gives itself (`issue`) is kept, except for a missing value and one of another type; the validator's own is never shown.
 *
 * @param issues of {@link safeParse}
 * @param schema the schema of that parse: its field names are suggested for mistyped ones
 * @param limit how many unknown fields of an object are described, because a hostile one can have thousands
 */
export const describeIssues = (
  issues: readonly Issue[],
  schema: z.core.$ZodType,
  limit = Number.POSITIVE_INFINITY,
): FieldIssue[] =>
  issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      const known = fieldNames(schema)
      return issue.keys.slice(0, limit).map(key => ({ path: [...path, key], reason: unknownField(key, known) }))
    }
    if (issue.code === 'invalid_union' && !ownText(issue)) return describeUnion(issue, path, schema)
    return [{ path, reason: reasonOf(issue) }]
  })

/** The first mistake of a value on one line, by {@link safeParse}: `target.kind must be "order"`. */
export function describeFirstIssue(error: z.ZodError, schema: z.core.$ZodType): string {
  const [first] = describeIssues(error.issues.slice(0, 1), schema, 1)
  return first ? [first.path.join('.'), english(first.reason)].filter(Boolean).join(' ') : 'is not valid'
}

/** The mistakes of the first kind that has the value's type, or else the types that it could have. */
function describeUnion(issue: UnionIssue, path: readonly string[], schema: z.core.$ZodType): FieldIssue[] {
  if (issue.input === undefined) return [{ path, reason: text('is.missing') }]
  const ofItsType = issue.errors.find(issues => !issues.some(each => each.path.length === 0 && isOfAnotherType(each)))
  if (ofItsType) {
    return describeIssues(ofItsType, schema).map(nested => ({ ...nested, path: [...path, ...nested.path] }))
  }
  const types = issue.errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [first.expected] : []))
  return [{ path, reason: types.length === 0 ? text('is.notOfThese') : otherType(types, issue.input) }]
}

const isOfAnotherType = (issue: Issue): boolean =>
  issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof issue.input === 'object')

function unknownField(key: string, known: readonly string[]): Text {
  const meant = closestName(key, known)
  return meant === undefined || meant === key ? text('is.unknownField') : text('is.mistypedField', { meant })
}

function reasonOf(issue: Issue): Text {
  const own = ownText(issue)
  switch (issue.code) {
    case 'invalid_type':
      // A field that must be absent is declared as null with a text.
      if (issue.expected === 'null' && own) return own
      if (issue.input === undefined) return text('is.missing')
      if (isEndless(issue.input) && ['number', 'int'].includes(issue.expected)) return text('is.endless')
      return otherType([issue.expected], issue.input)
    case 'invalid_value':
      if (issue.input === undefined) return text('is.missing')
      return own ?? text('must.be', { values: oneOf(issue.values.map(value => JSON.stringify(value))) })
    case 'invalid_format':
      return own ?? text(formatTexts[issue.format] ?? 'must.beInForm')
    case 'too_small':
      return (
        own ?? beyond(issue.origin, issue.inclusive === false ? 'must.beMoreThan' : 'must.beAtLeast', issue.minimum)
      )
    case 'too_big':
      return own ?? beyond(issue.origin, issue.inclusive === false ? 'must.beLessThan' : 'must.beAtMost', issue.maximum)
    default:
      return own ?? text('is.invalid')
  }
}

/** The text that a schema gives. Data sets and configurations are read in English only; messages of the validator begin with one word. */
function ownText({ code, message }: Issue): Text | undefined {
  const isOfValidator = code === 'too_small' || code === 'too_big' || message.startsWith('Invalid ')
  return textOfIssue(message) ?? (isOfValidator ? undefined : verbatim(message))
}

const formatTexts: Readonly<Partial<Record<string, 'must.beTimestamp' | 'must.beEmail'>>> = {
  datetime: 'must.beTimestamp',
  email: 'must.beEmail',
}

type Limit = 'must.beMoreThan' | 'must.beAtLeast' | 'must.beLessThan' | 'must.beAtMost'
const lengthTexts = { 'must.beAtLeast': 'must.haveLengthFrom', 'must.beAtMost': 'must.haveLengthTo' } as const

function beyond(origin: string, key: Limit, value: number | bigint): Text {
  const limit = String(value)
  const isLength = origin === 'string' || origin === 'array'
  if (isLength && (key === 'must.beAtLeast' || key === 'must.beAtMost')) return text(lengthTexts[key], { limit })
  return text(key, { limit })
}

const otherType = (expected: readonly string[], found: unknown): Text =>
  text('must.beOfType', { types: oneOf([...new Set(expected)].map(nameOfType)), found: text(typeOf(found)) })

const nameOfType = (expected: string): Text => text(typeTexts[expected] ?? 'type.other')

type TypeKey = Extract<TextKey, `type.${string}`>

const typeTexts: Readonly<Partial<Record<string, TypeKey>>> = {
  string: 'type.string',
  int: 'type.int',
  number: 'type.number',
  boolean: 'type.boolean',
  array: 'type.array',
  object: 'type.object',
  null: 'type.null',
}

/** JSON.parse reads 1e999 as Infinity. */
const isEndless = (value: unknown): boolean => value === Infinity || value === -Infinity

function typeOf(value: unknown): TypeKey {
  if (value === null) return 'type.null'
  if (Array.isArray(value)) return 'type.array'
  if (typeof value === 'number') return Number.isInteger(value) || isEndless(value) ? 'type.number' : 'type.fraction'
  if (typeof value === 'boolean') return 'type.aBoolean'
  return value instanceof Object ? 'type.object' : typeof value === 'string' ? 'type.string' : 'type.other'
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
