import { methodNotAllowed, unknownPath } from '@campstore/http/refusals'
import { createBodyReader, hasBody, requireIdentityEncoding } from '@campstore/http/request-body'
import type { Pool } from '@campstore/upstream/pool'
import type { StaffConsole } from './console.ts'
import { type Cors, isPreflight } from './cors.ts'
import { type Documents, sendDocument } from './documents.ts'
import { type Forward, serviceUnavailable } from './forward.ts'
import { createHealth, sendHealth } from './health.ts'
import { sendOverview } from './overview.ts'
import type { Pages } from './pages.ts'
import { canonicalPath } from './path-safety.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'
import { validateRequestHead } from './request-headers.ts'
import { sendEmpty, sendErrorAndClose } from './responses.ts'
import { isHealthPath, maxBodyBytesOf, methods, type Service, serviceForPath, startsCheckout } from './routing.ts'

/** Handles a request; returns a promise only if there is something to wait for. */
export type RequestHandler = (context: RequestContext) => Promise<void> | undefined

type RequestHandlerParts = {
  pools: Record<Service, Pool>
  documents: Documents
  pages: Pages
  staffConsole: StaffConsole
  cors: Cors
  limiter: RateLimiter | undefined
  forward: Forward
  /** How long a client may stall while it receives a document, in milliseconds. */
  readTimeoutMs: number
  /** Names in the Host header; none for all. */
  allowedHosts: readonly string[]
}

/**
 * Creates the handler of every request: each step refuses, responds, or passes the request on. Expensive steps come later;
 * everything but health counts against the client's limit. Returns a handler that throws {@link ApiError}, or `ClientGone` when
 * the client is gone.
 */
export function createRequestHandler(parts: RequestHandlerParts): RequestHandler {
  const { pools, documents, pages, staffConsole, cors, limiter, forward, readTimeoutMs, allowedHosts } = parts
  const health = createHealth(pools)
  const readBody = createBodyReader()

  // A body is read completely before a service is called: a slow client occupies no service, a refused request reaches
  // none, and a request that was sent to a dead process can go to the next.
  const readAndForward = (context: RequestContext, pool: Pool): Promise<void> | undefined => {
    const { request } = context
    if (pool.upstreams.length === 0) throw serviceUnavailable()
    if (!hasBody(request)) {
      forward(context, pool, undefined)
      return undefined
    }
    requireIdentityEncoding(request)
    return readBody(request, maxBodyBytesOf(request.method, context.path)).then(body => forward(context, pool, body))
  }

  /** Goes on with a request once it is counted; where nothing is limited, at once. */
  const counted = (context: RequestContext, respond: () => Promise<void> | undefined): Promise<void> | undefined =>
    limiter === undefined ? respond() : count(limiter, context).then(respond)

  const sendPage = (context: RequestContext): Promise<void> | undefined => {
    const page = pages.find(context.request) ?? staffConsole.find(context)
    if (page === undefined) {
      if (context.path === '/') return void sendOverview(context)
      throw unknownPath(
        context.path === undefined ? undefined : { method: context.request.method ?? '', path: context.path },
      )
    }
    return counted(context, () => sendDocument(context, page.document, readTimeoutMs, page.status))
  }

  return function handleRequest(context) {
    const { request } = context
    const problem = validateRequestHead(request, allowedHosts)
    if (problem !== undefined) {
      sendErrorAndClose(context, problem)
      return undefined
    }
    context.path = canonicalPath(request.url ?? '')
    if (isHealthPath(context.path)) return sendHealth(context, health)
    const document = documents.get(context.path ?? '')
    if (document !== undefined) return counted(context, () => sendDocument(context, document, readTimeoutMs))
    context.service = context.path === undefined ? undefined : serviceForPath(context.path)
    if (context.service === undefined) return sendPage(context)
    if (!methods.has(request.method ?? '')) throw methodNotAllowed(request.method ?? '', [...methods])
    if (isPreflight(request)) {
      sendEmpty(context, 204, cors.preflightHeaders(request.headers.origin))
      return undefined
    }
    const pool = pools[context.service]
    return counted(context, () => readAndForward(context, pool))
  }
}

/** Counts a request against its client's limits, and reports the remaining requests in the response. Throws RATE_LIMITED. */
async function count(limiter: RateLimiter, context: RequestContext): Promise<void> {
  const { address } = context.client
  context.gatewayHeaders.push(...(await limiter.consume(address)))
  if (startsCheckout(context.request.method, context.path)) await limiter.consumeHold(address)
}
