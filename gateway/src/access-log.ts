import type { ErrorCode } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import { counter, histogram } from '@campstore/core/telemetry/metrics'
import type { Span } from '@campstore/core/telemetry/spans'
import { durationBuckets, none } from '@campstore/http/request-metrics'
import type { RequestContext } from './request-context.ts'
import { isHealthPath } from './routing.ts'

/** Status in the log of a request whose client left before the response began. */
const clientClosedRequest = 499

const requests = counter('campstore_gateway_requests_total', 'Finished requests of clients, by service.', [
  'service',
  'status',
  'code',
])

const durations = histogram(
  'campstore_gateway_request_duration_seconds',
  'Time from the arrival of a request to the end of its response.',
  ['service'],
  durationBuckets,
)

/** Counts a finished request, ends its span and logs it ({@link writeAccessLog}). */
export function finishRequest(log: Logger, context: RequestContext): void {
  const { response, path, code = none, service = 'gateway', startedAt } = context
  const status = response.headersSent ? response.statusCode : (context.statusOnSocket ?? clientClosedRequest)
  const elapsed = performance.now() - startedAt
  if (!isHealthPath(path)) {
    requests.add({ service, status: String(status), code })
    if (!context.isStream) durations.observe({ service }, elapsed / 1000)
  }
  if (context.span) endRequestSpan(context.span, context, status)
  writeAccessLog(log, context, status, elapsed)
}

function endRequestSpan(span: Span, { request, path, service, code, failure }: RequestContext, status: number): void {
  const route = service && `/api/${service}`
  if (route) span.rename(`${request.method} ${route}`)
  span.set({ 'http.route': route, 'url.path': path, 'http.response.status_code': status })
  span.end(status >= 500 ? (failure ?? code ?? String(status)) : undefined)
}

/**
 * Writes one line per finished request, without query, token or address. At the usual level are only failures, and what the
 * gateway itself refused: a line per request took a tenth to a sixth of the throughput when it was measured, and the service that
 * answered writes its own. Requests above a client's limit are left out too, so that a flood of them does not fill the log.
 */
function writeAccessLog(log: Logger, context: RequestContext, status: number, elapsed: number): void {
  const { request, response, path, service, code, failure, requestId, traceId } = context
  const level = levelOf(status, code)
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round(elapsed * 10) / 10
  const complete = response.writableFinished
  const { method } = request
  log[level]({ method, path, status, ms, service, complete, code, failure, requestId, traceId }, 'Request finished')
}

function levelOf(status: number, code: ErrorCode | undefined): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn'
  return code === undefined || code === 'RATE_LIMITED' ? 'debug' : 'info'
}
