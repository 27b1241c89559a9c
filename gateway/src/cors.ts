import type { IncomingMessage } from 'node:http'

/** What browsers of other origins may do. Lists are flat: name, value, name, value. */
export type Cors = {
  /** Headers of an answer to a request from this origin. */
  responseHeaders(origin: string | undefined): readonly string[]
  /** What the answer to a preflight from this origin has beside those. */
  preflight(origin: string | undefined): readonly string[]
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
 * @param origins origins that may call; `*` for all, none for nobody
 */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return { responseHeaders: () => none, preflight: () => none }
  const open = origins.includes('*')
  const granted = (origin: string) => ['access-control-allow-origin', open ? '*' : origin]
  // The answer depends on the origin, also where it is refused; a cache has to know.
  const varies = open ? none : ['vary', 'origin']
  const answers = new Map(origins.map(origin => [origin, [...granted(origin), ...varies, ...exposed]]))
  const keyOf = (origin: string) => (open ? '*' : origin)
  return {
    responseHeaders: origin => (origin === undefined ? undefined : answers.get(keyOf(origin))) ?? varies,
    preflight: origin => (origin !== undefined && answers.has(keyOf(origin)) ? allowed : none),
  }
}

/** Whether a browser asks if it may send the request that it names. */
export function isPreflight(request: IncomingMessage): boolean {
  if (request.method !== 'OPTIONS') return false
  return request.headers.origin !== undefined && request.headers['access-control-request-method'] !== undefined
}
