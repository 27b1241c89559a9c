import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Json = { [key: string]: unknown }

/** A response with the request that it belongs to; `text` is its body as it was sent. */
export type Exchange = { method: string; path: string; status: number; headers: Headers; text: string }

const read = (url: URL): Json => strict(JSON.parse(readFileSync(url, 'utf8')) as Json)
const at = (object: Json | undefined, key: string): Json | undefined => object?.[key] as Json | undefined

type Operation = { id: string; responses: Json }
type Path = { shape: RegExp; operations: Map<string, Operation> }

// Ajv's optimizer takes longer than it saves.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
formats.default(ajv)
let openApi: ReturnType<typeof prepareOpenApi> | undefined
let messages: Map<string, Json> | undefined

/**
 * Fails when a response is not as `/openapi.json` describes it: its status, error code, headers and body. What is not part of
 * the contract (the services' own paths) is not checked.
 */
export function requireDocumented(exchange: Exchange): void {
  openApi ??= prepareOpenApi()
  const { components, paths, unknown } = openApi
  const { method, status } = exchange
  const path = exchange.path.split('?')[0] ?? ''
  // HTTP has no targets with a fragment, so such a path is unknown.
  const known = exchange.path.includes('#') ? [] : paths.filter(({ shape }) => shape.test(path))
  if (known.length === 0 && !path.startsWith('/api/')) return
  // `/orders/ship` is the path of an action, and `/orders/{id}` the one of a read.
  const operations = known.map(one => one.operations.get(method === 'HEAD' ? 'GET' : method))
  const operation = operations.find(one => one !== undefined)
  if (!operation) {
    if (method === 'OPTIONS' && status === 204) return
    if (status < 400) throw undocumented(exchange, 'There is no such operation.')
    requireBody(exchange, unknown)
    return
  }
  const response = resolved(operation.responses[String(status)], components) ?? refusalOf(exchange, components)
  if (!response) throw undocumented(exchange, `${operation.id} does not document the status.`)
  requireHeaders(exchange, response, components)
  requireBody(exchange, response)
}

/** The response of the gateway to an unreadable request, if the status allows it. */
function refusalOf({ status }: Exchange, components: Json): Json | undefined {
  const refusal = at(at(components, 'responses'), 'Refusal') ?? {}
  return (refusal['x-statuses'] as number[]).includes(status) ? refusal : undefined
}

function requireHeaders(exchange: Exchange, response: Json, components: Json): void {
  for (const [name, declared] of Object.entries((response.headers ?? {}) as Record<string, Json>)) {
    const { required, schema } = resolved(declared, components) as { required: boolean; schema: Json }
    const value = exchange.headers.get(name)
    if (value === null && !required) continue
    if (value === null) throw undocumented(exchange, `The header ${name} is missing.`)
    requireValid(exchange, schema, value)
  }
}

function requireBody(exchange: Exchange, response: Json): void {
  const { method, text, headers } = exchange
  const content = at(response, 'content')
  if (!content) {
    if (text !== '') throw undocumented(exchange, 'No body is documented.')
    return
  }
  if (method === 'HEAD') return
  if (at(content, 'text/event-stream')) {
    if (headers.get('content-type') === 'text/event-stream; charset=utf-8') return
    throw undocumented(exchange, `The content type is ${headers.get('content-type')}.`)
  }
  const schema = at(at(content, 'application/json'), 'schema')
  if (!schema) return
  // A text in its own format, which the tests of it read (docs/contract/admin.md#csv).
  if (at(content, 'text/csv') && headers.get('content-type')?.startsWith('text/csv;')) return
  if (headers.get('content-type') !== 'application/json; charset=utf-8') {
    throw undocumented(exchange, `The content type is ${headers.get('content-type')}.`)
  }
  requireValid(exchange, schema, JSON.parse(text))
}

function requireValid(exchange: Exchange, schema: Json, value: unknown): void {
  const problem = problemOf(schema, value)
  if (problem !== undefined) throw undocumented(exchange, problem)
}

const undocumented = ({ method, path, status, text }: Exchange, problem: string): Error =>
  new Error(`${method} ${path} answered ${status}, not as /openapi.json says. ${problem}\n${text.slice(0, 2_000)}`)

/**
 * Fails when an event is not as `/asyncapi.json` describes it.
 *
 * @param event the parsed body of the message
 */
export function requireDocumentedEvent(event: unknown): void {
  const { type } = event as { type: string }
  const message = loadMessages().get(type)
  if (!message) throw new Error(`/asyncapi.json has no message "${type}".`)
  const problem = problemOf(message.payload as Json, event)
  if (problem === undefined) return
  throw new Error(`A ${type} is not as /asyncapi.json says. ${problem}\n${JSON.stringify(event)}`)
}

/** What is wrong with a value. Ajv compiles each schema once. */
const problemOf = (schema: Json, value: unknown): string | undefined =>
  ajv.validate(schema, value) ? undefined : ajv.errorsText(ajv.errors, { dataVar: 'body' })

function prepareOpenApi() {
  const document = read(documents.openapi)
  const components = at(document, 'components') ?? {}
  ajv.addSchema({ components }, 'openapi')
  const declared = Object.entries((document.paths ?? {}) as Record<string, Record<string, Json>>)
  // A path without parameters comes before one that it also has the shape of.
  const parametersOf = ([template]: [string, unknown]) => template.split('{').length
  const paths = declared
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))
    .map(
      ([template, item]): Path => ({
        shape: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        operations: new Map(
          Object.entries(item).map(([method, { operationId, responses }]) => [
            method.toUpperCase(),
            { id: String(operationId), responses: responses as Json },
          ]),
        ),
      }),
    )
  const properties = { success: { const: false }, error: at(at(components, 'schemas'), 'ErrorObject') }
  const schema = { type: 'object', properties, required: ['success', 'error'], additionalProperties: false }
  /** Of a path or a method that does not exist. */
  const unknown = { content: { 'application/json': { schema } } }
  return { components, paths, unknown }
}

function loadMessages(): Map<string, Json> {
  if (messages) return messages
  const declared = at(at(read(documents.asyncapi), 'components'), 'messages') ?? {}
  messages = new Map(Object.values(declared as Record<string, Json>).map(message => [String(message.name), message]))
  return messages
}

/** What a reference of the document leads to, or the object itself. */
function resolved(part: unknown, components: Json): Json | undefined {
  const reference = (part as Json | undefined)?.$ref
  if (typeof reference !== 'string') return part as Json | undefined
  const [, , kind = '', name = ''] = reference.split('/')
  return at(at(components, kind), name)
}

/**
 * Changes a document: its objects have only the described fields, as clients ignore further ones, but a test should find them, and
 * references lead to the schemas that all validators share.
 */
function strict(part: Json): Json {
  for (const value of Object.values(part)) if (typeof value === 'object' && value !== null) strict(value as Json)
  if (part.type === 'object' && part.properties) part.additionalProperties ??= false
  if (typeof part.$ref === 'string')
    part.$ref = part.$ref.replace('#/components/schemas/', 'openapi#/components/schemas/')
  return part
}
