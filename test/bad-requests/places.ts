import { z } from 'zod'
import {
  nearMisses,
  noAmountNumbers,
  noAmounts,
  noDates,
  noDecimals,
  noInstants,
  noNumbers,
  noTexts,
  noTimestamps,
  noWholeNumbers,
} from './values.ts'

/** What is read of a JSON Schema. */
export type JsonSchema = {
  type?: string | string[]
  title?: string
  format?: string
  const?: unknown
  pattern?: string
  enum?: string[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  propertyNames?: { enum?: string[] }
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | false
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  /** Whether a text is trimmed before it is checked. */
  trimmed?: boolean
}

/** A place of a declaration where a value can stand: `zones.0.zoneId`. */
export type Place = { path: string[]; name: string; required: boolean; types: JsonSchema[] }

/** A value that a place does not accept, as JSON; `undefined` for none at all. */
export type BadValue = { what: string; json: string | undefined; path: string }

/** Every place of a schema, from outside in. */
export function placesOf(schema: z.ZodType): Place[] {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const checks = 'checks' in zodSchema._zod.def ? (zodSchema._zod.def.checks ?? []) : []
      if (checks.some(({ _zod }) => _zod.def.check === 'overwrite')) Object.assign(jsonSchema, { trimmed: true })
    },
  })
  return placesIn(json as JsonSchema)
}

/** Every place of a JSON Schema without references, from outside in. */
export function placesIn(schema: JsonSchema, path: string[] = [], required = true): Place[] {
  const types = typesOf(schema)
  const inside = types.flatMap(({ properties = {}, required = [], items, additionalProperties, propertyNames }) => [
    ...Object.entries(properties).flatMap(([name, part]) => placesIn(part, [...path, name], required.includes(name))),
    ...(items ? placesIn(items, [...path, '0'], true) : []),
    ...(additionalProperties ? placesIn(additionalProperties, [...path, propertyNames?.enum?.[0] ?? 'x'], false) : []),
  ])
  return [{ path, name: path.join('.'), required, types }, ...inside]
}

/** A schema's alternatives, each of one type. */
function typesOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf)
  return [schema.type ?? []].flat().map(type => ({ ...schema, type }))
}

/** Values of each type, as JSON. */
const ofType: Readonly<Record<string, readonly string[]>> = {
  null: ['null'],
  boolean: ['true', 'false'],
  number: ['0', '1', '-1'],
  string: ['"x"', '""', '"1"', '"true"', '"null"', '"NaN"', '"Infinity"', '"[]"'],
  array: ['[]', '[1]', '["x"]', '[null]', '[[[[]]]]', '[{}]'],
  object: ['{}', '{"x":"y"}', '{"0":"x","length":1}', '{"$gt":0}'],
}

/** Values that a place must not accept, whatever the rest of the request says. */
export function badValues({ name, required, types }: Place): BadValue[] {
  const accepted = types.map(({ type }) => (type === 'integer' ? 'number' : String(type)))
  const ofOtherTypes = Object.entries(ofType).flatMap(([type, values]) => (accepted.includes(type) ? [] : values))
  const bad = new Set([...ofOtherTypes, ...types.flatMap(type => valuesOutside(type, types))])
  const values = [...bad].map(json => ({ what: json.slice(0, 60), json, path: name }))
  return required ? [{ what: 'nothing', json: undefined, path: name }, ...values] : values
}

/** Values of the right type that are out of bounds. */
function valuesOutside(schema: JsonSchema, types: readonly JsonSchema[]): string[] {
  const { type, minimum, exclusiveMinimum, maximum, minItems } = schema
  if (type === 'string') return textsOutside(schema).map(text => JSON.stringify(text))
  if (type === 'array') return minItems ? ['[]'] : []
  if (type === 'number') return types.some(({ pattern }) => pattern) ? noAmountNumbers : noNumbers
  if (type !== 'integer') return []
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const below = least === undefined ? [] : [String(least - 1)]
  const nothing = least !== undefined && least > 0 ? ['0', '-0', '-1', '1e-400'] : []
  return [...noWholeNumbers, ...below, ...nothing, ...(maximum === undefined ? [] : [String(maximum + 1)])]
}

/** Texts of a wrong shape, by the title of the declaration. */
const byTitle: Readonly<Record<string, readonly string[]>> = {
  date: noDates,
  timestamp: noTimestamps,
  money: noAmounts,
  decimal: noDecimals,
}

/** Texts that a text's schema does not accept; NUL and half a surrogate pair are refused everywhere. */
export function textsOutside({ title, pattern, enum: words, minLength, maxLength, trimmed }: JsonSchema): string[] {
  const blank = [...(minLength || trimmed ? [''] : []), ...(trimmed ? [' ', '\u3000', '\t\n'] : [])]
  const long = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '滿'.repeat(maxLength + 1)]
  const shaped = words ? nearMisses(words) : (byTitle[title ?? ''] ?? (pattern ? noAmounts : []))
  return [...noTexts, ...blank, ...long, ...shaped]
}

/** Texts that no alternative of a place accepts: a date or a timestamp means that neither is. */
export function textsOutsideAll({ types }: Place): string[] {
  const titles = types.map(({ title }) => title)
  if (titles.includes('date') && titles.includes('timestamp')) return [...noInstants]
  const [text] = types.filter(({ type }) => type === 'string')
  return text ? textsOutside(text) : []
}

/** Whether a place takes texts of any length. */
export const isUnlimited = ({ types }: Place): boolean =>
  types.some(({ type, title, pattern, enum: words, maxLength }) => {
    return type === 'string' && maxLength === undefined && !(title ?? pattern ?? words)
  })

/** Names that every object has already. */
const inherited = ['__proto__', 'constructor', 'prototype']

/** Names that an object which accepts no unknown fields does not have; undefined for one that ignores them. */
export function unknownFields({ types }: Place, candidates: readonly string[]): string[] | undefined {
  const strict = types.find(({ type, additionalProperties }) => type === 'object' && additionalProperties === false)
  const known = Object.keys(strict?.properties ?? {})
  return strict && [...candidates, 'surplus', ...inherited].filter(name => !known.includes(name))
}
