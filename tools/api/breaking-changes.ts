/** A part of an OpenAPI document. */
type Json = { [key: string]: unknown }

/** A change after which a client that was written for the earlier document may fail. */
export type BreakingChange = { area: string; operation: string; change: string }

type Document = {
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; responses?: Record<string, Json> }
}
/** A schema with the document that its references lead into. */
type Schema = { schema: Json; document: Document }
/** A place of both documents. */
type Compared = { before: Json; after: Json; documents: { before: Document; after: Document } }

/**
 * The changes that break clients: operations, response fields and alternatives that are gone, requirements and limits of
 * requests that are new or narrower, types that differ. A change of a text or an example is none.
 *
 * @returns one for each place, in the order of the earlier document
 */
export function breakingChanges(before: Document, after: Document): BreakingChange[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const area = String(operation['x-area'] ?? 'service')
      const now = after.paths[path]?.[method]
      const documents = { before, after }
      const changes = now ? operationChanges({ before: operation, after: now, documents }) : ['is removed']
      return [...new Set(changes)].map(change => ({ area, operation: name, change }))
    }),
  )
}

function operationChanges(operation: Compared): string[] {
  const { before, after } = operation
  return [
    ...parameterChanges(operation),
    ...bodyChanges(operation),
    ...responseChanges(operation),
    ...refusalChanges(operation),
    ...(listOf(before.security).length === 0 && listOf(after.security).length > 0 ? ['requires a token'] : []),
    ...listed(after['x-permissions'])
      .filter(permission => !listed(before['x-permissions']).includes(permission))
      .map(permission => `requires the permission ${permission}`),
    // The client has a method of this name.
    ...(before.operationId === after.operationId ? [] : [`has another operationId than ${before.operationId}`]),
  ]
}

function parameterChanges({ before, after, documents }: Compared): string[] {
  const keyOf = ({ in: place, name }: Json) => `${place} ${name}`
  const known = new Map(listOf(before.parameters).map(parameter => [keyOf(parameter), parameter]))
  const present = listOf(after.parameters)
  const removed = [...known.keys()].filter(key => !present.some(parameter => keyOf(parameter) === key))
  const changed = present.flatMap(parameter => {
    const at = `parameter ${keyOf(parameter)}`
    const earlier = known.get(keyOf(parameter))
    const required = parameter.required && !earlier?.required ? [`${at} is required`] : []
    if (!earlier) return required
    const schemas = { before: objectOf(earlier.schema), after: objectOf(parameter.schema), documents }
    return [...required, ...requestChanges(schemas, at)]
  })
  return [...removed.map(key => `parameter ${key} is removed`), ...changed]
}

const isJson = (part: unknown): boolean => 'application/json' in objectOf(objectOf(part).content)
const jsonOf = (part: unknown): Json => objectOf(objectOf(objectOf(objectOf(part).content)['application/json']).schema)

function bodyChanges({ before, after, documents }: Compared): string[] {
  if (!after.requestBody) return []
  if (!before.requestBody) return ['requires a body']
  const [known, now] = [objectOf(before.requestBody), objectOf(after.requestBody)]
  return [
    ...(now.required && !known.required ? ['requires a body'] : []),
    ...(isJson(known) && !isJson(now) ? ['the body is JSON no longer'] : []),
    ...requestChanges({ before: jsonOf(known), after: jsonOf(now), documents }, 'body'),
  ]
}

function responseChanges({ before, after, documents }: Compared): string[] {
  const [known, now] = [objectOf(before.responses), objectOf(after.responses)]
  return Object.keys(known)
    .filter(status => status.startsWith('2'))
    .flatMap(status => {
      if (!now[status]) return [`response ${status} is removed`]
      const [answer, answerNow] = [objectOf(known[status]), objectOf(now[status])]
      const headers = Object.keys(objectOf(answer.headers)).filter(name => !(name in objectOf(answerNow.headers)))
      return [
        ...headers.map(name => `response ${status} has no header ${name}`),
        ...answerChanges({ before: jsonOf(answer), after: jsonOf(answerNow), documents }, `response ${status}`),
      ]
    })
}

/** Error codes that an operation no longer has, and changes of what all errors look like. A further code breaks nobody. */
function refusalChanges({ before, after, documents }: Compared): string[] {
  const codes = codesOf(after, documents.after)
  const gone = codesOf(before, documents.before).filter(code => !codes.includes(code))
  const shapes = { before: errorOf(documents.before), after: errorOf(documents.after), documents }
  return [...gone.map(code => `no longer has the error code ${code}`), ...answerChanges(shapes, 'error')]
}

/** The status and code of each error of an operation: `409 CONFLICT`. */
function codesOf({ responses }: Json, document: Document): string[] {
  return Object.entries(objectOf(responses)).flatMap(([status, response]) => {
    const { $ref, ...own } = objectOf(response)
    const name = typeof $ref === 'string' ? $ref.replace('#/components/responses/', '') : ''
    const [, narrowed] = listOf(jsonOf(document.components.responses?.[name] ?? own).allOf)
    const error = objectOf(objectOf(narrowed?.properties).error)
    return listed(objectOf(objectOf(error.properties).code).enum).map(code => `${status} ${code}`)
  })
}

/** What is in every error, but for its code. */
function errorOf({ components: { schemas } }: Document): Json {
  const { code: _code, ...properties } = objectOf(schemas.ErrorObject?.properties)
  return { ...schemas.ErrorObject, properties }
}

/** What a client may no longer send. */
function requestChanges(schemas: Compared, at: string): string[] {
  const { before, after } = flattenedBoth(schemas)
  const required = listed(after.required).filter(field => !listed(before.required).includes(field))
  return [
    ...typeChanges(typesOf(before), typesOf(after), at),
    ...enumChanges(before, after, at),
    ...limitChanges(before, after, at),
    ...required.map(field => `${at}.${field} is required`),
    ...(after.additionalProperties === false ? missing(before, after, at) : []),
    ...nestedChanges({ ...schemas, before, after }, at, requestChanges),
  ]
}

/** What a client can no longer rely on. */
function answerChanges(schemas: Compared, at: string): string[] {
  const { before, after } = flattenedBoth(schemas)
  const optional = listed(before.required).filter(
    field => !listed(after.required).includes(field) && field in objectOf(after.properties),
  )
  return [
    ...typeChanges(typesOf(after), typesOf(before), at),
    ...enumChanges(after, before, at),
    ...formChanges(before, after, before, at),
    ...missing(before, after, at),
    ...optional.map(field => `${at}.${field} may be absent`),
    ...nestedChanges({ ...schemas, before, after }, at, answerChanges),
  ]
}

/** Compares what both have: fields, elements of lists, and names and values of records. */
function nestedChanges(schemas: Compared, at: string, compare: (schemas: Compared, at: string) => string[]): string[] {
  const { before, after, documents } = schemas
  const compareParts = (known: unknown, now: unknown, path: string) =>
    compare({ before: objectOf(known), after: objectOf(now), documents }, path)
  const [known, now] = [objectOf(before.properties), objectOf(after.properties)]
  const fields = Object.keys(known)
    .filter(field => field in now)
    .flatMap(field => compareParts(known[field], now[field], `${at}.${field}`))
  // The elements of lists, and the names and values of records.
  const inner = [
    ['items', '[]'],
    ['propertyNames', '{}'],
    ['additionalProperties', '.*'],
  ] as const
  const parts = inner.flatMap(([name, path]) =>
    before[name] && after[name] ? compareParts(before[name], after[name], at + path) : [],
  )
  return [...fields, ...parts]
}

const flattenedBoth = ({ before, after, documents }: Compared): { before: Json; after: Json } => ({
  before: flattened({ schema: before, document: documents.before }),
  after: flattened({ schema: after, document: documents.after }),
})

/** A schema without reference, and with the one alternative that is not null in its place. */
function flattened({ schema: { $ref, ...own }, document }: Schema): Json {
  const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : ''
  const named = document.components.schemas[name]
  const whole = named ? { ...flattened({ schema: named, document }), ...own } : own
  const alternatives = listOf(whole.anyOf).map(schema => flattened({ schema, document }))
  const values = alternatives.filter(({ type }) => type !== 'null')
  const [only, ...others] = values
  if (!only) return whole
  const types = [...new Set(alternatives.flatMap(typesOf))]
  return others.length === 0 ? { ...whole, ...only, type: types } : { ...whole, type: types }
}

const typesOf = ({ type }: Json): string[] => (type === undefined ? [] : ([type].flat() as string[]))

/** A number takes integers too. */
const takes = (types: string[], type: string): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

const typeChanges = (given: string[], taken: string[], at: string): string[] =>
  given.every(type => takes(taken, type)) && (given.length > 0 || taken.length === 0)
    ? []
    : [`${at} changes its type from or to ${[...given, ...taken].filter(unique).join(', ')}`]

const unique = <Value>(value: Value, index: number, all: Value[]): boolean => all.indexOf(value) === index

/** Values of one side that the other one does not have. */
function enumChanges(given: Json, taken: Json, at: string): string[] {
  const values = valuesOf(taken)
  if (!values) return []
  const all = valuesOf(given)
  if (!all) return [`${at} has a closed list of values on one side only`]
  return all
    .filter(value => !values.includes(value))
    .map(value => `${at} has the value ${String(value)} on one side only`)
}

const valuesOf = ({ enum: values, const: only }: Json): unknown[] | undefined =>
  only === undefined ? (values as unknown[] | undefined) : [only]

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const

function limitChanges(before: Json, after: Json, at: string): string[] {
  const narrower = [
    ...upper.filter(name => Number(after[name] ?? Infinity) < Number(before[name] ?? Infinity)),
    ...lower.filter(name => Number(after[name] ?? -Infinity) > Number(before[name] ?? -Infinity)),
  ]
  const preset = before.default !== undefined && before.default !== after.default ? [`${at} has another default`] : []
  return [...narrower.map(name => `${at} has another ${name}`), ...preset, ...formChanges(before, after, after, at)]
}

/** A pattern or format that one side demands or promises, and the other one does not have. */
const formChanges = (before: Json, after: Json, strict: Json, at: string): string[] =>
  (['pattern', 'format'] as const)
    .filter(name => strict[name] !== undefined && before[name] !== after[name])
    .map(name => `${at} has another ${name}`)

const missing = (before: Json, after: Json, at: string): string[] =>
  Object.keys(objectOf(before.properties))
    .filter(field => !(field in objectOf(after.properties)))
    .map(field => `${at}.${field} is removed`)

const objectOf = (part: unknown): Json => (typeof part === 'object' && part !== null ? (part as Json) : {})
const listOf = (part: unknown): Json[] => (Array.isArray(part) ? part : [])
const listed = (part: unknown): string[] => (Array.isArray(part) ? part : [])
