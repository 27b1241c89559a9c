import type { Logger } from '@campstore/telemetry/log'
import { requestIdFrom, traceIdFrom } from '@campstore/telemetry/trace'
import type { Middleware } from 'koa'
import type { RequestContext } from './endpoint.ts'

/**
 * Gives each request its ids and its logger, and writes one line when it is answered: what was asked, without query, token
 * or anything personal, and what came of it.
 */
export function accessLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = requestIdFrom(ctx.request.headers['x-request-id'])
    const traceId = traceIdFrom(ctx.request.headers.traceparent)
    const context: RequestContext = { requestId, traceId, log: log.child({ requestId, traceId }) }
    Object.assign(ctx.state, context)
    ctx.set('x-request-id', requestId)
    const startedAt = performance.now()
    await next()
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    context.log.info({ method: ctx.method, path: ctx.path, status: ctx.status, ms }, 'request')
  }
}
