import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isLoopback } from '@campstore/core/loopback'
import type { Logger } from '@campstore/core/telemetry/log'

/** The headers for browsers of other origins. Lists are flat: name, value, name, value. */
export type Cors = {
  /** Headers of a response to a request with these headers. */
  responseHeaders(request: IncomingHttpHeaders): readonly string[]
  /** Further headers of the response to a preflight from this origin. */
  preflightHeaders(origin: string | undefined): readonly string[]
}

/** Stands for every port of this machine: `http://localhost:5173`, `https://127.0.0.1`, `http://[::1]:3000`. */
export const loopbackOrigins = 'loopback'

const none: readonly string[] = []
const exposed = [
  'access-control-expose-headers',
  'x-request-id, date, retry-after, link, etag, allow, content-disposition, www-authenticate, x-ignored-parameters, x-ignored-fields, preference-applied, x-changed, idempotent-replayed, ratelimit, ratelimit-policy, deprecation, sunset',
]
const allowed = [
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers',
  'authorization, content-type, idempotency-key, if-none-match, last-event-id, prefer, x-request-id, traceparent, tracestate',
  'access-control-max-age',
  '600',
]

/**
 * Cross-origin rules. Tokens travel in `Authorization`, never in cookies, so credentials stay off.
 *
 * @param origins origins that may call; `loopback` for the origins of this machine, `*` for all, an empty list for none
 */
export function createCors(origins: readonly string[], log: Pick<Logger, 'warn'>): Cors {
  const report = createReport(log)
  const allowAll = origins.includes('*')
  const allowLoopback = origins.includes(loopbackOrigins)
  const listed = new Set(origins)
  // The response depends on the origin, also where the origin is refused; a cache has to know.
  const varies = allowAll || origins.length === 0 ? none : ['vary', 'origin']
  const isAllowed = (origin: string) =>
    allowAll || listed.has(origin) || (allowLoopback && isOrigin(origin) && isLoopback(new URL(origin).hostname))
  return {
    responseHeaders({ origin, host }) {
      if (origin === undefined) return varies
      if (isAllowed(origin)) return ['access-control-allow-origin', allowAll ? '*' : origin, ...varies, ...exposed]
      report(origin, host)
      return varies
    },
    preflightHeaders: origin => (origin !== undefined && isAllowed(origin) ? allowed : none),
  }
}

/** Whether a text is the origin of a page on the web, as browsers write it: `https://shop.example`. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Refused origins that are reported; anyone can invent more. */
const maxReported = 100

/**
 * Creates a function that logs each refused origin once. A page of the gateway itself sends its origin too, and is not refused
 * by browsers.
 */
function createReport(log: Pick<Logger, 'warn'>): (origin: string, host: string | undefined) => void {
  const reported = new Set<string>()
  return (origin, host) => {
    if (reported.size >= maxReported || reported.has(origin)) return
    // Files and sandboxed frames send "null".
    if (origin !== 'null' && (!isOrigin(origin) || new URL(origin).host === host?.toLowerCase())) return
    reported.add(origin)
    log.warn({ origin }, 'A page of this origin may not call the API. If it should, add its origin to CORS_ORIGINS')
  }
}

/** Whether a browser asks if it may send a request. */
export function isPreflight(request: IncomingMessage): boolean {
  if (request.method !== 'OPTIONS') return false
  return request.headers.origin !== undefined && request.headers['access-control-request-method'] !== undefined
}
