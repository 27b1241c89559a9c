import type { IncomingMessage } from 'node:http'

/** The headers for browsers of other origins. Lists are flat: name, value, name, value. */
export type Cors = {
  /** Headers of a response to a request from this origin. */
  responseHeaders(origin: string | undefined): readonly string[]
  /** Further headers of the response to a preflight from this origin. */
  preflightHeaders(origin: string | undefined): readonly string[]
}

const none: readonly string[] = []
const exposed = ['access-control-expose-headers', 'x-request-id, retry-after']
const allowed = [
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers',
  'authorization, content-type, idempotency-key, x-request-id, traceparent, tracestate',
  'access-control-max-age',
  '600',
]

/**
 * Cross-origin rules. Tokens travel in `Authorization`, never in cookies, so credentials stay off.
 *
 * @param origins origins that may call; `*` for all, an empty list for none
 */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return { responseHeaders: () => none, preflightHeaders: () => none }
  const allowAll = origins.includes('*')
  // The response depends on the origin, also where the origin is refused; a cache has to know.
  const varies = allowAll ? none : ['vary', 'origin']
  const headersFor = (origin: string) => ['access-control-allow-origin', allowAll ? '*' : origin, ...varies, ...exposed]
  const byOrigin = new Map(origins.map(origin => [origin, headersFor(origin)]))
  const keyOf = (origin: string) => (allowAll ? '*' : origin)
  return {
    responseHeaders: origin => (origin === undefined ? undefined : byOrigin.get(keyOf(origin))) ?? varies,
    preflightHeaders: origin => (origin !== undefined && byOrigin.has(keyOf(origin)) ? allowed : none),
  }
}

/** Whether a browser asks if it may send a request. */
export function isPreflight(request: IncomingMessage): boolean {
  if (request.method !== 'OPTIONS') return false
  return request.headers.origin !== undefined && request.headers['access-control-request-method'] !== undefined
}
