import { inDays } from '@campstore/testing/campground'
import fc from 'fast-check'
import type { JsonSchema } from '../bad-requests/places.ts'
import type { Random } from '../random-faults/random.ts'
import { type KnownIds, kindOfField } from './known-ids.ts'

/** What the values of one request are drawn from. */
export type ValueSource = {
  random: Random
  /** The number of the request, which makes keys, codes and addresses unique. */
  number: number
  caller: string
  known: KnownIds
  /** Whether the values of the example stay: its ids belong together. */
  isFaithful: boolean
  /** ID tokens of administrators. */
  idTokens: readonly string[]
}

/** A value for a schema without references, like the example or any other; ids come from earlier responses. */
export function drawValue(schema: JsonSchema, source: ValueSource, name = '', example?: unknown, within = ''): unknown {
  const { random } = source
  if (schema.anyOf) return drawValue(alternative(schema.anyOf, random), source, name, example ?? undefined, within)
  if (Array.isArray(schema.type)) {
    return drawValue({ ...schema, type: random.pick(schema.type) }, source, name, example ?? undefined, within)
  }
  if (schema.type === 'object') return drawObject(schema, source, name, example)
  if (schema.type === 'array') return drawArray(schema, source, name, example)
  if (schema.type === 'null') return null
  return drawScalar(schema, source, name, example, within)
}

/** A value is more interesting than `null`. */
function alternative(schemas: readonly JsonSchema[], random: Random): JsonSchema {
  const values = schemas.filter(({ type }) => type !== 'null')
  return random.pick(values.length > 0 && random.chance(0.8) ? values : schemas)
}

/** Optional fields that are mostly refused, because they must equal computed values, or match other fields. */
const rarelyRight = ['unitPrice', 'total', 'discount', 'couponClaimId', 'rentals']

const fieldOf = (example: unknown, key: string | number): unknown =>
  typeof example === 'object' && example !== null ? Reflect.get(example, key) : undefined

function drawObject(schema: JsonSchema, source: ValueSource, name: string, example: unknown): object {
  const { random } = source
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const isWanted = (key: string) =>
    random.chance(rarelyRight.includes(key) ? 0.15 : fieldOf(example, key) === undefined ? 0.3 : 0.7)
  const wanted = Object.entries(properties).filter(([key]) => required.includes(key) || isWanted(key))
  const fields = wanted.map(([key, field]) => [key, drawValue(field, source, key, fieldOf(example, key), name)])
  const free = propertyNames?.enum ?? []
  const more = additionalProperties ? free.filter(() => random.chance(0.4)) : []
  return Object.fromEntries([
    ...fields,
    ...more.map(key => [key, additionalProperties ? drawValue(additionalProperties, source, key) : undefined]),
  ])
}

/** Mostly one element: several often contradict each other. */
function drawArray(schema: JsonSchema, source: ValueSource, name: string, example: unknown): unknown[] {
  const { items = {}, minItems = 0, maxItems = 3 } = schema
  const { random } = source
  const length = Math.max(minItems, Math.min(maxItems, random.chance(0.75) ? 1 : random.below(4)))
  return Array.from({ length }, (_, line) => {
    const sample = fieldOf(example, line) ?? fieldOf(example, 0)
    return items.type === 'object' ? drawObject(items, source, name, sample) : drawValue(items, source, name, sample)
  })
}

function drawScalar(schema: JsonSchema, source: ValueSource, name: string, example: unknown, within: string): unknown {
  const { random, known, caller, isFaithful } = source
  const usual = usualValues[name]
  if (usual && random.chance(0.97)) return usual(source)
  if (isFaithful && example !== undefined && example !== null) return example
  const kind = kindOfField(name, within, '')
  if (/Id$/.test(kind) && random.chance(0.95)) {
    const value = known.valueOf(random, kind, caller)
    if (value !== undefined) return schema.type === 'string' ? String(value) : value
  }
  if (example !== undefined && example !== null && random.chance(0.5)) return example
  if (schema.type === 'string' && !schema.enum && random.chance(0.3)) {
    const value = known.valueOf(random, kind, caller)
    if (typeof value === 'string') return value
  }
  return sample(scalars(schema), random)
}

/** Values of fields that the schema alone does not explain. The periods of one request begin and end on the same days. */
const usualValues: Readonly<Record<string, (source: ValueSource) => unknown>> = {
  idempotencyKey: ({ number }) => `fuzz-${number}`,
  sku: source => `FUZZ-${unique(source)}`,
  code: source => `FUZZ${unique(source)}`,
  email: source => `fuzz-${unique(source)}@campstore.test`,
  quantity: ({ random }) => 1 + random.below(3),
  guestCount: ({ random }) => 1 + random.below(4),
  quantityDelta: ({ random }) => random.below(60) - 10,
  idToken: ({ random, idTokens }) => random.pick(idTokens),
  checkIn: ({ number }) => inDays(firstDay(number)),
  checkOut: ({ number }) => inDays(firstDay(number) + 1 + (number % 3)),
  startDate: ({ number }) => inDays(firstDay(number)),
  endDate: ({ number }) => inDays(firstDay(number) + (number % 3)),
  effectiveFrom: ({ number }) => inDays(firstDay(number)),
  effectiveTo: ({ number }) => inDays(firstDay(number) + 7),
  startsAt: () => `${inDays(-2)}T00:00:00Z`,
  endsAt: ({ number }) => `${inDays(1 + (number % 30))}T00:00:00.000Z`,
}

/** Within the booking window of the demonstration data. */
const firstDay = (number: number): number => 1 + (number % 80)
const unique = ({ random, number }: ValueSource): string => `${number}-${random.below(1_000)}`

/** One value of an arbitrary. */
export const sample = <T>(arbitrary: fc.Arbitrary<T>, random: Random): T => {
  const [value] = fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 })
  return value as T
}

/** What fast-check generates for a schema of one type that contains no others. */
function scalars(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, enum: words, minimum, exclusiveMinimum, maximum } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (words) return fc.constantFrom(...words)
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  if (type === 'integer')
    return fc.integer({ min: least ?? Number.MIN_SAFE_INTEGER, max: maximum ?? Number.MAX_SAFE_INTEGER })
  if (type === 'number') return fc.double({ min: least ?? -1e12, max: maximum ?? 1e12, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return texts(schema)
  return fc.constant(null)
}

const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

function texts({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'date') return dates.map(date => date.toISOString().slice(0, 10))
  if (format === 'date-time') return dates.map(date => date.toISOString())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength, maxLength: Math.min(maxLength, 200), unit: 'grapheme' })
}
