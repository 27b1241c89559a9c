import type { Logger } from '@campstore/core/telemetry/log'
import type { RequestContext } from './request-context.ts'

/** Status in the log of a request whose client left before the response began. */
const clientClosedRequest = 499

/**
 * Writes one line per finished request, without query, token or address. Only failures are written at the usual level: a line
 * per request took a tenth to a sixth of the throughput when it was measured, and the service that answered writes its own.
 */
export function writeAccessLog(log: Logger, context: RequestContext): void {
  const { request, response, path, service, failure, requestId, traceId } = context
  const status = response.headersSent ? response.statusCode : (context.statusOnSocket ?? clientClosedRequest)
  const level = status >= 500 ? 'warn' : 'debug'
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round((performance.now() - context.startedAt) * 10) / 10
  const complete = response.writableFinished
  const { method } = request
  log[level]({ method, path, status, ms, service, complete, failure, requestId, traceId }, 'Request finished')
}
