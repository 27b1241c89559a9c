import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@campstore/contract/errors'
import { beginTrace, isTracing, type Span } from '@campstore/core/telemetry/spans'
import { requestIdFrom, traceIdFrom } from '@campstore/core/telemetry/trace'
import type { Client } from '@campstore/http/client-address'
import type { Cors } from './cors.ts'
import { forwardedHeaders } from './request-headers.ts'
import { isHealthPath, type Service } from './routing.ts'
import { secureSecurityHeaders, securityHeaders } from './security-headers.ts'

/** One request and its response on their way through the gateway. */
export type RequestContext = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly traceId: string
  /** Where the trace of the request is recorded. */
  readonly span: Span | undefined
  readonly client: Client
  /** Headers of every response to this request, a flat list of names and values. */
  readonly gatewayHeaders: string[]
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** The canonical path without its query, once it is validated. */
  path: string | undefined
  /** The service that owns the path, once that is known. */
  service: Service | undefined
  /** Code of an error of the gateway itself, for the log. */
  code: ErrorCode | undefined
  /** Why the service could not be reached, for the log. */
  failure: string | undefined
  /** Status of a response that was written to the socket past `response`, for the log. */
  statusOnSocket: number | undefined
  /** Whether the response is a stream of events, which lasts as long as its client wants. */
  isStream: boolean
  /**
   * The request to the service; closed when the response is complete or its connection is gone. An object on purpose: a
   * function that was assigned here kept every context alive until a full collection.
   */
  forwarding: { close(): void } | undefined
}

/** Creates the context of a request: the client, the request id and trace, and the headers of every response to it. */
export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  readClient: (request: IncomingMessage) => Client,
  cors: Cors,
): RequestContext {
  const { headers } = request
  const requestId = requestIdFrom(headers['x-request-id'])
  const client = readClient(request)
  const span = isTracing() && !isHealthPath(request.url) ? startRequestSpan(request) : undefined
  const security = client.secure ? secureSecurityHeaders : securityHeaders
  return {
    request,
    response,
    requestId,
    traceId: traceIdFrom(span?.traceparent ?? headers.traceparent),
    span,
    client,
    gatewayHeaders: ['x-request-id', requestId, ...security, ...cors.responseHeaders(headers)],
    startedAt: performance.now(),
    path: undefined,
    service: undefined,
    code: undefined,
    failure: undefined,
    statusOnSocket: undefined,
    isStream: false,
    forwarding: undefined,
  }
}

const startRequestSpan = ({ method = '', headers }: IncomingMessage): Span | undefined =>
  beginTrace({ name: method, kind: 'server', attributes: { 'http.request.method': method } }, headers.traceparent)

/** The headers of the request to a service, a flat list: the ones that a client may send, and the gateway's. */
export function headersForService({ request, client, requestId }: RequestContext): string[] {
  const headers = forwardedHeaders(request.headers)
  headers.push(
    'x-request-id',
    requestId,
    'x-forwarded-for',
    client.address,
    'x-forwarded-proto',
    client.secure ? 'https' : 'http',
  )
  if (request.headers.host !== undefined) headers.push('x-forwarded-host', request.headers.host)
  return headers
}
