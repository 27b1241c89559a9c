import { type ErrorCode, errorDescriptions, errorStatus } from '@campstore/contract/errors'
import {
  isExported,
  isPrivate,
  isPublicRead,
  isRevalidated,
  isStream,
  mayIgnoreFields,
  type Route,
  takesBody,
  takesKeyHeader,
} from '@campstore/contract/route'
import { z } from 'zod'
import { type Json, mapped, type SchemaCollection } from '../json-schema.ts'
import { errorExampleOf, errorExamples } from './error-examples.ts'
import { alwaysSuccess, errorSchema } from './error-schemas.ts'

type ErrorExample = (typeof errorExamples)[ErrorCode]

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

/** Headers by error code, in addition to the headers of every response. */
const headersOfCode: Partial<Record<ErrorCode, readonly string[]>> = {
  VALIDATION_ERROR: ['x-ignored-parameters', 'x-ignored-fields', 'preference-applied'],
  UNAUTHORIZED: ['www-authenticate'],
  METHOD_NOT_ALLOWED: ['allow'],
  RATE_LIMITED: ['retry-after'],
  SERVICE_UNAVAILABLE: ['retry-after'],
}

const headersOf = (code: ErrorCode): Json => named('x-request-id', ...(headersOfCode[code] ?? []))

const exampleOf = (code: ErrorCode, example: ErrorExample = errorExamples[code]): Json => ({
  summary: example.message,
  value: { success: false, error: { code, ...example } },
})

const errorContent = (codes: readonly ErrorCode[], examples: Json): Json => ({
  'application/json': { schema: errorSchema(codes), examples },
})

/** Codes that any operation can return: from the gateway, and from a failing service. */
const everywhere = [
  'VALIDATION_ERROR',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
] as const
const withBody = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

/** The codes of a route by their status. */
function codesByStatus(route: Route): Map<number, ErrorCode[]> {
  // Every route answers 404 to an id in the path that is not valid text.
  const codes = new Set<ErrorCode>([
    ...route.errors,
    ...(route.params ? (['NOT_FOUND'] as const) : []),
    ...everywhere,
    ...(takesBody(route) ? withBody : []),
  ])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  return byStatus
}

/** Whether a route is declared but never succeeds. */
export const isUnbuilt = ({ data }: Pick<Route, 'data'>): boolean => data instanceof z.ZodNever

/** The responses of a route: its success, its errors by status, and the refusals of the gateway. */
export function responsesOf(route: Route, example: unknown, schemas: SchemaCollection): Json {
  const errors = [...codesByStatus(route)].map(([status, codes]) => [status, errorResponse(route, codes)])
  return { ...success(route, example, schemas), ...Object.fromEntries(errors), default: refusalReference }
}

const refusalReference: Json = { $ref: '#/components/responses/Refusal' }

function success(route: Route, example: unknown, schemas: SchemaCollection): Json {
  if (isUnbuilt(route)) return {}
  const headers = successHeaders(route)
  const status = route.successStatus ?? 200
  if (status === 204) return { 204: { description: 'Success, without a body', headers } }
  if (isStream(route)) return { 200: streamSuccess(route, headers, example, schemas) }
  const content = {
    'application/json': { schema: successSchema(route, schemas), example: successExample(route, example) },
    ...(isExported(route) && { 'text/csv': { schema: { type: 'string' } } }),
  }
  const notModified = isRevalidated(route) && { 304: { $ref: '#/components/responses/NotModified' } }
  return {
    ...bulkSuccess(route, headers, schemas),
    [status]: { description: 'Success', headers, content },
    ...notModified,
  }
}

/** Server-sent events (docs/contract/live.md#events); as usual in OpenAPI 3.1, the schema describes their data. */
function streamSuccess({ event, data }: Route, headers: Json, example: unknown, schemas: SchemaCollection): Json {
  const description = `A stream of server-sent events \`${event}\`. The schema describes the \`data\` of each event: JSON on one line`
  return {
    description,
    headers,
    content: { 'text/event-stream': { schema: schemas.convert(data, 'output'), example } },
  }
}

/** The success of a bulk action, where a route may be asked for one. */
function bulkSuccess({ bulkData }: Route, headers: Json, schemas: SchemaCollection): Json {
  if (!bulkData) return {}
  const schema = successSchema({ shape: 'list', data: bulkData }, schemas)
  return { 200: { description: 'Success of a bulk action', headers, content: { 'application/json': { schema } } } }
}

const named = (...names: string[]): Json => Object.fromEntries(names.map(name => [name, header(name)]))

function successHeaders(route: Route): Json {
  return {
    ...named('x-request-id', 'x-ignored-parameters', 'ratelimit-policy', 'ratelimit'),
    ...(mayIgnoreFields(route) && named('x-ignored-fields')),
    ...((route.method === 'GET' || mayIgnoreFields(route)) && named('preference-applied')),
    ...(route.method === 'PATCH' && named('x-changed')),
    ...(takesKeyHeader(route) && named('idempotent-replayed')),
    ...((isPrivate(route) || isStream(route)) && named('cache-control')),
    ...(isPublicRead(route) && named('cache-control', 'etag', 'vary')),
    ...(isRevalidated(route) && named('etag')),
    // CSV has no ETag, because each export is recorded.
    ...(isExported(route) && { etag: etagOfJson, ...named('vary', 'content-disposition') }),
    ...(route.shape === 'page' && named('link')),
    ...(route.deprecated && named('deprecation', 'sunset', 'link')),
  }
}

/** The envelope of a success (docs/contract/conventions.md#envelope). */
function successSchema({ shape, data }: Pick<Route, 'shape' | 'data'>, schemas: SchemaCollection): Json {
  const item = schemas.convert(data, 'output')
  if (shape === 'object') {
    const properties = { success: alwaysSuccess, data: { ...item, description: 'The requested data' } }
    return { type: 'object', properties, required: ['success', 'data'] }
  }
  const list = {
    type: 'array',
    items: item,
    description: shape === 'list' ? 'The whole list' : 'Elements of this page',
  }
  const meta = { $ref: '#/components/schemas/Meta', description: 'Position in the list' }
  return {
    type: 'object',
    properties: { success: alwaysSuccess, data: list, meta },
    required: ['success', 'data', 'meta'],
  }
}

function successExample({ shape }: Route, data: unknown): Json {
  if (shape === 'object') return { success: true, data }
  const meta = { page: 0, size: shape === 'list' ? 1 : 20, totalElements: 1, totalPages: 1 }
  return { success: true, data: [data], meta }
}

function errorResponse(route: Route, codes: readonly ErrorCode[]): Json {
  const [only] = codes
  const examples = Object.fromEntries(codes.map(code => [code, exampleOf(code, errorExampleOf(route, code))]))
  if (codes.length === 1 && only && isUsual(route, only)) return { $ref: `#/components/responses/${only}` }
  const headers = codes.reduce<Json>((all, code) => Object.assign(all, headersOf(code)), {})
  return { description: descriptionOf(codes), headers, content: errorContent(codes, examples) }
}

const descriptionOf = (codes: readonly ErrorCode[]): string =>
  codes.map(code => `${code}: ${errorDescriptions[code]}.`).join('\n\n')

/** Whether an error of a route is the same for any route. */
const isUsual = (route: Route, code: ErrorCode): boolean => errorExampleOf(route, code) === errorExamples[code]

/** Codes with which the gateway refuses a request before it knows the operation: statuses 405, 408, 413, 415 and 431. */
const refusalCodes: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** Responses that operations share: one for each code, and the refusals of the gateway. */
export const sharedResponses = (): Json => ({
  ...mapped(errorStatus, (_, name) => {
    const code = name as ErrorCode
    const content = errorContent([code], { [code]: exampleOf(code) })
    return { description: descriptionOf([code]), headers: headersOf(code), content }
  }),
  NotModified: {
    description: "The client's copy, named in `if-none-match`, is current",
    headers: named('x-request-id', 'cache-control', 'etag', 'vary'),
  },
  Refusal: {
    'x-statuses': [405, 408, 413, 415, 431],
    description:
      'The request could not be read or is not meant for this path: 405 for an unsupported method, 408 for a request that does not arrive in time, 413 and 431 for a body or headers that are too large, 415 for a body that is not JSON or is compressed.',
    headers: { 'x-request-id': header('x-request-id'), allow: header('allow') },
    content: errorContent(refusalCodes, Object.fromEntries(refusalCodes.map(code => [code, exampleOf(code)]))),
  },
})

const headerOf = (description: string, example: string, schema: Json = {}, required = true): Json => ({
  description,
  required,
  schema: { type: 'string', ...schema },
  example,
})
const optionalHeader = (description: string, example: string, schema?: Json) =>
  headerOf(description, example, schema, false)

const etagOfJson = optionalHeader('Version of the content; CSV has none.', 'W/"x1f0c2"')

/** Headers of responses. */
export const sharedHeaders: Json = {
  'x-request-id': headerOf(
    'Id of the request, from the client or new. The logs contain it.',
    '01998f3e-5b1a-7c52-9d0e-3f5a2b7c9e10',
    { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' },
  ),
  'www-authenticate': headerOf(
    'How to authenticate (RFC 6750): `Bearer` alone if the token is missing, otherwise with the problem of the token.',
    'Bearer error="invalid_token", error_description="The token has expired"',
    { pattern: '^(Bearer( error="invalid_token", error_description="[^"]+")?|x-signature)$' },
  ),
  allow: optionalHeader('Supported methods, on 405.', 'GET, HEAD'),
  'retry-after': headerOf('Seconds to wait before the next attempt.', '2', { pattern: '^[0-9]+$' }),
  'x-ignored-parameters': optionalHeader(
    'Unknown query parameters, percent-encoded; at most ten.',
    'minimumPrice, colour',
  ),
  'x-ignored-fields': optionalHeader(
    'Paths of ignored fields of the body, percent-encoded; at most ten.',
    'finalAmount, items.0.colour',
  ),
  'preference-applied': optionalHeader('Applied preference of the request (RFC 7240).', 'handling=strict'),
  'idempotent-replayed': optionalHeader(
    'Present if this response was already given to the same request with the same key.',
    'true',
    { const: 'true' },
  ),
  'x-changed': optionalHeader('Present if a PATCH changed nothing.', 'no', { const: 'no' }),
  'cache-control': headerOf('Whether the response may be stored.', 'no-store'),
  'content-disposition': optionalHeader('File name of a list as CSV.', 'attachment; filename="orders-2026-11-23.csv"'),
  vary: optionalHeader('Request headers that the response depends on.', 'accept-encoding'),
  link: optionalHeader(
    'First, previous, next and last page, if they exist (RFC 8288), relative to the path. Omitted if the filters are too long for a header.',
    '<?page=0&size=20>; rel="first", <?page=1&size=20>; rel="next", <?page=2&size=20>; rel="last"',
  ),
  'ratelimit-policy': optionalHeader(
    'Allowed requests (`q`) of a client in a window of `w` seconds; only when a limit is configured.',
    '"default";q=600;w=60',
    { pattern: '^"default";q=[0-9]+;w=[0-9]+$' },
  ),
  ratelimit: optionalHeader(
    'Remaining requests (`r`) and seconds until the window resets (`t`); only when a limit is configured.',
    '"default";r=597;t=41',
    { pattern: '^"default";r=[0-9]+;t=[0-9]+$' },
  ),
  deprecation: headerOf('Start of the deprecation of the endpoint, in seconds since 1970 (RFC 9745).', '@1801353600', {
    pattern: '^@[0-9]+$',
  }),
  sunset: headerOf('When the endpoint will be removed (RFC 8594).', 'Sat, 31 Jul 2027 12:00:00 GMT'),
}
