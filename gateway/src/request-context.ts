import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdFrom, traceIdFrom, traceparent } from '@campstore/core/telemetry/trace'
import type { Client } from './client-address.ts'
import type { Cors } from './cors.ts'
import { forwardedHeaders } from './request-headers.ts'
import type { Service } from './routing.ts'
import { secureSecurityHeaders, securityHeaders } from './security-headers.ts'

/** One request and its answer on their way through the gateway. */
export type RequestContext = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly traceId: string
  readonly client: Client
  /** Headers of every answer to this request, a flat list of names and values. */
  readonly ownHeaders: readonly string[]
  /** When it began, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** The canonical path without its query, once that is known. */
  path: string | undefined
  /** The service that it is for, once that is known. */
  service: Service | undefined
  /** Why the service could not be reached, for the log. */
  failure: string | undefined
  /** Status of an answer that was written past `response`, for the log. */
  cutOffWith: number | undefined
  /**
   * What a service is asked; closed when the answer is complete or its connection is gone. An object on purpose: a function
   * that was assigned here kept every context alive until a full collection.
   */
  forwarding: { close(): void } | undefined
}

/** Begins an context: who asks, under which request id and trace, and what every answer to it carries. */
export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  clientOf: (request: IncomingMessage) => Client,
  cors: Cors,
): RequestContext {
  const { headers } = request
  const requestId = requestIdFrom(headers['x-request-id'])
  const client = clientOf(request)
  const security = client.secure ? secureSecurityHeaders : securityHeaders
  return {
    request,
    response,
    requestId,
    traceId: traceIdFrom(headers.traceparent),
    client,
    ownHeaders: ['x-request-id', requestId, ...security, ...cors.answer(headers.origin)],
    startedAt: performance.now(),
    path: undefined,
    service: undefined,
    failure: undefined,
    cutOffWith: undefined,
    forwarding: undefined,
  }
}

/** The headers of the request to a service, a flat list: what the client may say, and what the gateway knows. */
export function headersForService({ request, client, requestId, traceId }: RequestContext): string[] {
  const headers = forwardedHeaders(request.headers)
  headers.push('x-request-id', requestId, 'traceparent', traceparent(traceId))
  headers.push('x-forwarded-for', client.address, 'x-forwarded-proto', client.secure ? 'https' : 'http')
  if (request.headers.host !== undefined) headers.push('x-forwarded-host', request.headers.host)
  return headers
}
