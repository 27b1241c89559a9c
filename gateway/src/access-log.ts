import type { Logger } from '@campstore/telemetry/log'
import type { Exchange } from './exchange.ts'

/**
 * One line per finished exchange, without query, token or address. Only failures are written at the usual level: a line
 * per request took a tenth to a sixth of the throughput when it was measured, and the service that answered writes its own.
 */
export function writeAccessLog(log: Logger, exchange: Exchange): void {
  const { request, response, path, service, failure, requestId, traceId, startedAt } = exchange
  const status = response.headersSent ? response.statusCode : (exchange.cutOffWith ?? 499)
  const level = status >= 500 ? 'warn' : 'debug'
  if (!log.isLevelEnabled(level)) return
  const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
  const whole = response.writableFinished
  const { method } = request
  log[level]({ method, path, service, status, whole, failure, milliseconds, requestId, traceId }, 'request')
}
