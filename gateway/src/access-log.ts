import type { ErrorCode } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import type { RequestContext } from './request-context.ts'

/** Status in the log of a request whose client left before the response began. */
const clientClosedRequest = 499

/**
 * Writes one line per finished request, without query, token or address. At the usual level are only failures, and what the
 * gateway itself refused: a line per request took a tenth to a sixth of the throughput when it was measured, and the service that
 * answered writes its own. Requests above a client's limit are left out too, so that a flood of them does not fill the log.
 */
export function writeAccessLog(log: Logger, context: RequestContext): void {
  const { request, response, path, service, code, failure, requestId, traceId } = context
  const status = response.headersSent ? response.statusCode : (context.statusOnSocket ?? clientClosedRequest)
  const level = levelOf(status, code)
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round((performance.now() - context.startedAt) * 10) / 10
  const complete = response.writableFinished
  const { method } = request
  log[level]({ method, path, status, ms, service, complete, code, failure, requestId, traceId }, 'Request finished')
}

function levelOf(status: number, code: ErrorCode | undefined): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn'
  return code === undefined || code === 'RATE_LIMITED' ? 'debug' : 'info'
}
