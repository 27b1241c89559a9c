import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** What is read of a JSON Schema. */
export type JsonSchema = {
  type?: string | string[]
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
}

/** A place of a declaration where a value can stand, such as `zones.0.zoneId`; `types` are the alternatives of its schema. */
export type Place = { path: string[]; name: string; required: boolean; schema: JsonSchema; types: JsonSchema[] }

/** Every place of a JSON Schema without references, from outside in. */
export function placesIn(schema: JsonSchema, path: string[] = [], required = true): Place[] {
  const types = typesOf(schema)
  const inside = types.flatMap(({ properties = {}, required = [], items, additionalProperties, propertyNames }) => [
    ...Object.entries(properties).flatMap(([name, part]) => placesIn(part, [...path, name], required.includes(name))),
    ...(items ? placesIn(items, [...path, '0'], true) : []),
    ...(additionalProperties ? placesIn(additionalProperties, [...path, propertyNames?.enum?.[0] ?? 'x'], false) : []),
  ])
  return [{ path, name: path.join('.'), required, schema, types }, ...inside]
}

/** A schema's alternatives, each of one type. */
function typesOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf)
  return [schema.type ?? []].flat().map(type => ({ ...schema, type }))
}

/** A list that is written as one text, so that a table of many short values stays readable. */
export const words = (text: string): string[] => text.split(' ')

/** Texts that name no day of the calendar. */
export const noDates: readonly string[] = words(
  'tomorrow infinity 2027-2-3 2027-02-30 12027-01-01 20270101 2027-W01-1 ２０２７-01-01 2027-01-01T00:00:00Z',
).concat('', ' 2027-01-01', '2027-01-01\n', `2027-01-01'; drop table booking.booking; --`)
/** Texts that PostgreSQL cannot store, or UTF-8 not encode: they are refused everywhere. */
const noTexts = ['a\0', '\ud800']
const oddTexts = noDates
  .concat(
    words('x 1 true null -1 -0 +5 500.001 500. .5 1,000.00 1e3 0x1F4 NaN 12345678901 ５００ 2027-02-30T00:00:00Z'),
  )
  .concat(' ', ' 500', '500\n', '2026-12-01T00:00', '__proto__', 'constructor', "' or 1=1--", '9'.repeat(10_000))
const oddJson = [
  ...words(
    'null true 0 -0 -1 1.5 1.0000000001 1e-400 1e400 -1e400 1e300 99999999999999999999 [] [null] ["x"] [[[]]] [{}]',
  ),
  ...words('{} {"x":"y"} {"0":"x","length":1} {"length":{"toString":0}} {"$gt":0}'),
]

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)

/** Odd values for a place, as JSON: those that it accepts, or the others. */
function oddFor({ schema, types }: Place, isAccepted: boolean): string[] {
  const accepts = ajv.compile(schema)
  const texts = textsAround(types).map(text => JSON.stringify(text))
  return [...oddJson, ...texts, ...types.flatMap(jsonAround)].filter(json => accepts(JSON.parse(json)) === isAccepted)
}

/** Odd values that a place accepts, as JSON. */
export const acceptedJson = (place: Place): string[] => [...new Set(oddFor(place, true))]

/** Values that a place must never accept, as JSON. */
export function refusedJson(place: Place): string[] {
  const { types } = place
  const odd = oddFor(place, false)
  const isText = types.some(({ type }) => type === 'string')
  return [...new Set([...odd, ...(isText ? noTexts.map(text => JSON.stringify(text)) : [])])]
}

/** Odd texts for a query's parameter: those that an alternative accepts, or the others. */
export function oddTextsFor({ schema, types }: Place, isAccepted: boolean): string[] {
  const accepts = ajv.compile(schema)
  const [{ type } = {}] = types
  const parsed = (text: string) => (type === 'array' ? [text] : type === 'integer' ? Number(text) : text)
  return [...new Set(textsAround(types))].filter(text => text.isWellFormed() && accepts(parsed(text)) === isAccepted)
}

/** Odd texts: next to the allowed ones, as long as possible, and too long by one. */
function textsAround(types: readonly JsonSchema[]): string[] {
  const own = types.flatMap(({ enum: allowed = [], items, maxLength }) => [
    ...nearMisses([...allowed, ...(items?.enum ?? [])].map(String)),
    ...(maxLength === undefined
      ? []
      : ['x', '滿'].flatMap(letter => [letter.repeat(maxLength), letter.repeat(maxLength + 1)])),
  ])
  return [...oddTexts, ...own]
}

function nearMisses([first]: readonly string[]): string[] {
  if (first === undefined) return []
  return [first.toUpperCase(), ` ${first}`, `${first}\n`, `${first},`, `${first},${first}`, first.replace(',', ';')]
}

/** Each bound and the number beyond it, and a list with one element more than it may have. */
const jsonAround = ({ minimum, maximum, maxItems }: JsonSchema): string[] => [
  ...(minimum === undefined ? [] : [String(minimum), String(minimum - 1)]),
  ...(maximum === undefined ? [] : [String(maximum), String(maximum + 1)]),
  ...(maxItems === undefined ? [] : [`[${Array(maxItems + 1).fill('{}')}]`]),
]

/** The JSON of a body in which one place, made if it is not there, has another JSON text, which need not be valid. */
export function withJson(body: unknown, path: readonly string[], json: string | undefined): string {
  const mark = 'the-place-that-is-changed'
  const changed = withValue(body, path, json === undefined ? undefined : mark)
  return JSON.stringify(changed).replace(`"${mark}"`, () => json ?? '')
}

function withValue(whole: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (step === '0') return [withValue((whole as unknown[] | undefined)?.[0], rest, value)]
  const fields = (whole ?? {}) as Record<string, unknown>
  return Object.fromEntries([...Object.entries(fields), [step, withValue(fields[step], rest, value)]])
}
