import type { IncomingMessage } from 'node:http'
import type { Language } from '@campstore/contract/texts/language'
import type { Logger } from '@campstore/core/telemetry/log'
import { requestLines } from '@campstore/core/telemetry/request-line'
import { activeSpan, continueTrace, isTracing, runInSpan, type Span } from '@campstore/core/telemetry/spans'
import { requestIdFrom, traceIdFrom } from '@campstore/core/telemetry/trace'
import type { Middleware, ParameterizedContext } from 'koa'
import { clientAddress } from './client-address.ts'
import type { RequestContext } from './endpoint.ts'
import { isHealthPath } from './health.ts'
import { languageOf } from './language.ts'
import { countRequest, none } from './request-metrics.ts'

/** The context of a request, and the data of its log line and metrics. */
export type RequestState = RequestContext & {
  /** As it is declared: `GET /api/booking/bookings/{id}`. */
  route: string
  /** The error that was answered. */
  code: string
}

/** Koa's context and middleware, with the state that {@link accessLog} gives each request. */
export type HttpContext = ParameterizedContext<RequestState>
export type HttpMiddleware = Middleware<RequestState>

/**
 * Gives each request its ids, its logger and its span. When it is answered it is counted, and one line is written: the request,
 * without query, token or anything personal, and its status and duration. A health check has no span and no line and is not counted.
 */
export function accessLog(log: Logger): HttpMiddleware {
  const write = requestLines(log)
  return async (ctx, next) => {
    const requestId = requestIdFrom(ctx.request.headers['x-request-id'])
    const span = isTracing() && !isHealthPath(ctx.path) ? startRequestSpan(ctx) : undefined
    const traceId = traceIdFrom(span?.traceparent ?? ctx.request.headers.traceparent)
    ctx.state = new LazyContext(log, requestId, traceId, ctx.req)
    ctx.set('x-request-id', requestId)
    const startedAt = performance.now()
    await (span ? runInSpan(span, next) : next())
    const elapsed = performance.now() - startedAt
    // Gateways and probes ask every second; why a check fails is logged when it changes (libs/service/src/health-check.ts).
    if (isHealthPath(ctx.path)) return
    const { route, code } = ctx.state
    countRequest({ route, code, status: ctx.status, seconds: elapsed / 1000 })
    const ms = Math.round(elapsed * 10) / 10
    write({ method: ctx.method, path: ctx.path, status: ctx.status, ms, requestId, traceId })
    if (span) endRequestSpan(span, ctx)
  }
}

const startRequestSpan = ({ method, path, request }: HttpContext): Span | undefined =>
  continueTrace(
    { name: method, kind: 'server', attributes: { 'http.request.method': method, 'url.path': path } },
    request.headers.traceparent,
  )

function endRequestSpan(span: Span, { status, state: { route, code } }: HttpContext): void {
  if (route !== none) span.rename(route)
  span.set({ 'http.route': route === none ? undefined : route.slice(route.indexOf(' ') + 1) })
  span.set({ 'http.response.status_code': status })
  span.end(status >= 500 ? code : undefined)
}

/** Most requests log nothing but their line, so the logger is created when it is first used. */
class LazyContext implements RequestState {
  readonly requestId: string
  readonly traceId: string
  route = none
  code = none
  unchanged = false
  readonly #log: Logger
  readonly #request: IncomingMessage

  constructor(log: Logger, requestId: string, traceId: string, request: IncomingMessage) {
    this.#log = log
    this.requestId = requestId
    this.traceId = traceId
    this.#request = request
  }

  get clientAddress(): string {
    return clientAddress(this.#request)
  }

  get language(): Language {
    return languageOf(this.#request)
  }

  get log(): Logger {
    const { requestId, traceId } = this
    // The logger itself adds the trace id to lines of recorded work.
    return this.#log.child(activeSpan() ? { requestId } : { requestId, traceId })
  }
}
