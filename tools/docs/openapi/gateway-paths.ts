import { type ErrorCode, errorStatus } from '@campstore/contract/errors'
import { imageWidths } from '@campstore/contract/image-address'
import { version } from '@campstore/core/version'
import { overview as product } from '../../../gateway/src/overview.ts'
import type { Json } from '../json-schema.ts'
import { alwaysSuccess, neverSuccess } from './error-schemas.ts'
import { ifNoneMatch } from './parameters.ts'
import { serviceTag } from './tags.ts'

const requestId: Json = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } }
const errors = (...codes: ErrorCode[]): Json =>
  Object.fromEntries(codes.map(code => [errorStatus[code], { $ref: `#/components/responses/${code}` }]))
const refusals: Json = {
  ...errors('VALIDATION_ERROR', 'INTERNAL_ERROR'),
  default: { $ref: '#/components/responses/Refusal' },
}
/** An object with all of these fields. */
const object = (description: string, properties: Record<string, Json>): Json => ({
  type: 'object',
  ...(description && { description }),
  properties,
  required: Object.keys(properties),
})
const json = (description: string, headers: Json, schema: Json, example: Json): Json => ({
  description,
  headers,
  content: { 'application/json': { schema, example } },
})
const success = (description: string, data: Json, example: Json): Json =>
  json(description, requestId, object('', { success: alwaysSuccess, data }), { success: true, data: example })

const operation = (operationId: string, summary: string, description: string, responses: Json): Json => ({
  operationId,
  summary,
  description,
  tags: [serviceTag],
  'x-addition': true,
  security: [],
  responses: { ...responses, ...refusals },
})

const serviceState: Json = {
  type: 'string',
  enum: ['up', 'down', 'absent'],
  description: 'State of the service: `absent` when no process is configured',
}
const serviceNames = ['booking', 'products', 'checkout', 'me', 'admin']
const each = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map(name => [name, value]))
const allUp = each(serviceNames, 'up')
const productVersion = { type: 'string', description: 'Version of the product' }
const healthData = object('State of the system', {
  version: productVersion,
  services: object('State of every service', each(serviceNames, serviceState)),
})

const health = operation(
  'readHealth',
  'Checks whether every service is up',
  'Asks every service whether it is ready, at most once a second. 503 if any is down.',
  {
    200: success('Every service is up', healthData, { version, services: allUp }),
    503: json(
      'SERVICE_UNAVAILABLE: at least one service is down.',
      { ...requestId, 'retry-after': { $ref: '#/components/headers/retry-after' } },
      object('', {
        success: neverSuccess,
        error: { $ref: '#/components/schemas/ErrorObject', description: 'The error' },
        data: healthData,
      }),
      {
        success: false,
        error: { code: 'SERVICE_UNAVAILABLE', message: 'Not every service is up.' },
        data: { version, services: { ...allUp, booking: 'down' } },
      },
    ),
  },
)

const state = { type: 'string', const: 'live', description: 'Always `live`' }
const live = operation('readLiveness', 'Checks that the gateway runs', 'Asks no service.', {
  200: success('The gateway runs', object('State of the gateway', { status: state }), { status: 'live' }),
})

const cacheHeaders: Json = {
  ...requestId,
  etag: { $ref: '#/components/headers/etag' },
  'cache-control': { $ref: '#/components/headers/cache-control' },
}
const notModified: Json = { description: "The client's copy is current", headers: cacheHeaders }

const documentPath = (operationId: string, name: string): Json => ({
  get: {
    ...operation(operationId, `Reads the ${name} document`, `Describes this contract as ${name}, as JSON.`, {
      200: {
        description: 'The document',
        headers: { ...cacheHeaders, 'access-control-allow-origin': { $ref: '#/components/headers/allow-any-origin' } },
        content: { 'application/json': { schema: { type: 'object', description: `An ${name} document` } } },
      },
      304: notModified,
    }),
    parameters: [ifNoneMatch],
  },
})

const image: Json = {
  ...operation(
    'readImage',
    'Reads an image',
    'An image of a product, a campground or a zone, whose `image`, `images` or `imageUrl` has this path.',
    {
      200: {
        description: 'The image',
        headers: cacheHeaders,
        content: { 'image/*': { schema: { description: 'The bytes of the image' } } },
      },
      304: notModified,
      ...errors('NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'GATEWAY_TIMEOUT'),
    },
  ),
  'x-area': 'products',
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'Name of the image',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,110}$' },
      example: 'ridgeline-tent.svg',
    },
    {
      name: 'width',
      in: 'query',
      description:
        'Maximum width in pixels: an uploaded image comes as WebP, scaled down if it is wider; any other image is returned unchanged',
      schema: { type: 'integer', enum: imageWidths },
      example: 320,
    },
    ifNoneMatch,
  ],
}

const path = { type: 'string', description: 'Path of the document' }
const overviewData = object('The product', {
  name: { type: 'string', description: 'Name of the product' },
  description: { type: 'string', description: 'Description of the product' },
  version: productVersion,
  documents: object('Paths of the documents', each(Object.keys(product.documents), path)),
})
const overview = operation(
  'readOverview',
  'Describes the product',
  'Returns the product, its version and its documents.',
  { 200: success('The product', overviewData, product) },
)

/** Paths that no route declares: the overview, health, the documents, and images. */
export const gatewayPaths: Json = {
  '/': { get: overview },
  '/health': { get: health },
  '/health/live': { get: live },
  '/openapi.json': documentPath('readOpenApi', 'OpenAPI 3.1'),
  '/asyncapi.json': documentPath('readAsyncApi', 'AsyncAPI 3'),
  '/api/products/images/{name}': { get: image },
}

/** Headers of these paths. */
export const gatewayHeaders: Json = {
  etag: { description: 'Version of the content.', required: true, schema: { type: 'string' }, example: '"x1f0c2"' },
  'allow-any-origin': {
    description: 'Pages of any origin may read the document.',
    required: true,
    schema: { type: 'string', const: '*' },
    example: '*',
  },
}
