import type { Logger } from '@campstore/core/telemetry/log'
import type { RequestContext } from './request-context.ts'

/**
 * One line per finished context, without query, token or address. Only failures are written at the usual level: a line
 * per request took a tenth to a sixth of the throughput when it was measured, and the service that answered writes its own.
 */
export function writeAccessLog(log: Logger, context: RequestContext): void {
  const { request, response, path, service, failure, requestId, traceId, startedAt } = context
  const status = response.headersSent ? response.statusCode : (context.statusOnSocket ?? 499)
  const level = status >= 500 ? 'warn' : 'debug'
  if (!log.isLevelEnabled(level)) return
  const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
  const whole = response.writableFinished
  const { method } = request
  log[level]({ method, path, service, status, whole, failure, milliseconds, requestId, traceId }, 'request')
}
