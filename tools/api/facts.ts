export type Json = { [key: string]: unknown }

/** The documents of one version. */
export type Documents = { openApi: Json; asyncApi?: Json }

/** Something that a document says of a part of an operation: `body.items[].quantity` has the type `integer`. */
export type Fact = {
  area: string
  operation: string
  /** The part; empty for the operation itself. */
  at: string
  /** The part that contains it. */
  within: string
  kind: 'part' | 'required' | 'type' | 'value' | 'operationId' | Limit | 'default' | 'pattern' | 'format'
  value: string
  /** Who sends the part decides which change of it breaks clients. */
  sender: 'client' | 'server'
}

type Limit = (typeof limits)[number]
export const limits = [
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'],
] as const
const kept = [...limits, 'default', 'pattern', 'format'] as const

/** The type or value of a schema that allows any. */
export const any = '*'

/** The area of an event by the first part of its type. */
const areaOfEvents: Record<string, string> = { booking: 'booking', order: 'checkout', payment: 'checkout' }

type PartFact = Omit<Fact, 'area' | 'operation'>

/** Everything that the documents say and a client can rely on: no texts, no examples. */
export function factsOf({ openApi, asyncApi = {} }: Documents): Fact[] {
  const operations = Object.entries(objectOf(openApi.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).flatMap(([method, operation]) => {
      const { 'x-area': area = 'service', ...rest } = objectOf(operation)
      const name = { area: String(area), operation: `${method.toUpperCase()} ${path}` }
      return operationFacts(rest, openApi).map(fact => ({ ...name, ...fact }))
    }),
  )
  const events = Object.values(objectOf(objectOf(asyncApi.components).messages)).flatMap(message => {
    const { name, payload } = objectOf(message)
    const area = areaOfEvents[String(name).split('.')[0] ?? ''] ?? 'service'
    const facts = [part(''), ...schemaFacts(payload, asyncApi, { at: 'payload', within: '', sender: 'server' })]
    return facts.map(fact => ({ area, operation: `event ${String(name)}`, ...fact }))
  })
  return [...operations, ...events]
}

const part = (at: string, within = '', sender: Fact['sender'] = 'server'): PartFact => ({
  ...{ at, within, sender },
  kind: 'part',
  value: '',
})
const required = (at: string, within = '', sender: Fact['sender'] = 'client'): PartFact => ({
  ...part(at, within, sender),
  kind: 'required',
})

function operationFacts(operation: Json, document: Json): PartFact[] {
  const parameters = listOf(operation.parameters).flatMap(parameter => {
    const at = `parameter ${parameter.in} ${parameter.name}`
    const schema = schemaFacts(parameter.schema, document, { at, within: at, sender: 'client' })
    return [part(at, '', 'client'), ...(parameter.required ? [required(at)] : []), ...schema]
  })
  const body = objectOf(operation.requestBody)
  return [
    part(''),
    { ...part(''), kind: 'operationId', value: String(operation.operationId) },
    ...(listOf(operation.security).length > 0 ? [required('a token')] : []),
    ...[operation['x-permissions'] ?? []].flat().map(permission => required(`permission ${permission}`)),
    ...parameters,
    ...(operation.requestBody ? [part('body', '', 'client'), ...(body.required ? [required('body')] : [])] : []),
    ...contentFacts(body, document, { at: 'body', within: 'body', sender: 'client' }),
    ...Object.entries(objectOf(operation.responses)).flatMap(([status, response]) =>
      responseFacts(status, resolved(response, document), document),
    ),
  ]
}

function responseFacts(status: string, response: Json, document: Json): PartFact[] {
  const at = `response ${status}`
  const headers = Object.keys(objectOf(response.headers)).map(name => part(`${at} header ${name}`, at))
  if (Number(status) < 400)
    return [part(at), ...headers, ...contentFacts(response, document, { at, within: at, sender: 'server' })]
  // Errors look alike, and another code breaks no client.
  const codes = codesOf(response, document).map(code => part(`error ${status} ${code}`, at))
  const shape = contentFacts(response, document, { at: 'errors', within: '', sender: 'server' })
  return [part(at), ...headers, ...codes, ...shape.filter(fact => fact.at !== 'errors.error.code')]
}

/** The codes of an error. */
function codesOf(response: Json, document: Json): unknown[] {
  const schema = resolved(objectOf(objectOf(response.content)['application/json']).schema, document)
  const error = objectOf(objectOf(schema.properties).error)
  return [objectOf(objectOf(error.properties).code).enum ?? []].flat()
}

type Place = Pick<Fact, 'at' | 'within' | 'sender'>

const contentFacts = ({ content }: Json, document: Json, place: Place): PartFact[] =>
  Object.entries(objectOf(content)).flatMap(([type, media]) => [
    part(`${place.at} ${type}`, place.within, place.sender),
    ...schemaFacts(objectOf(media).schema, document, place),
  ])

/** The fields, types, values and limits of a schema, at any depth; for alternatives, of each. */
function schemaFacts(schema: unknown, document: Json, place: Place): PartFact[] {
  const { type, properties, required: names, ...rest } = resolved(schema, document)
  const { at, sender } = place
  const alternatives = [rest.anyOf, rest.allOf, rest.oneOf].flatMap(listOf)
  const say = (kind: Fact['kind'], value: unknown): PartFact => ({ ...place, kind, value: String(value) })
  const isOpen = alternatives.length === 0
  const types = type === undefined ? (isOpen ? [any] : []) : [type].flat()
  const values = rest.const === undefined ? (rest.enum ?? (isOpen && type !== 'null' ? any : [])) : rest.const
  const inner = (part: unknown, path: string) =>
    part && part !== true ? schemaFacts(part, document, { ...place, at: at + path }) : []
  return [
    ...types.map(one => say('type', one)),
    ...[values].flat().map(value => say('value', value)),
    ...kept.filter(kind => rest[kind] !== undefined).map(kind => say(kind, rest[kind])),
    ...Object.entries(objectOf(properties)).flatMap(([field, own]) => {
      const path = `${at}.${field}`
      return [part(path, place.within, sender), ...schemaFacts(own, document, { at: path, within: path, sender })]
    }),
    ...[names ?? []].flat().map(field => required(`${at}.${field}`, place.within, sender)),
    ...inner(rest.items, '[]'),
    ...inner(rest.propertyNames, '{}'),
    ...inner(rest.additionalProperties, '.*'),
    ...alternatives.flatMap(alternative => schemaFacts(alternative, document, place)),
  ]
}

/** A part without its reference; no schema of ours contains itself. */
function resolved(reference: unknown, document: Json): Json {
  const { $ref, ...own } = objectOf(reference)
  if (typeof $ref !== 'string') return own
  const names = $ref.slice('#/'.length).split('/')
  const target = names.reduce<unknown>((parent, name) => objectOf(parent)[name], document)
  return { ...resolved(target, document), ...own }
}

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])
