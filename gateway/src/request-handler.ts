import { ApiError } from '@campstore/contract/errors'
import type { Pool } from '@campstore/http/upstream/pool'
import { createBodyReader, hasBody } from './body-limit.ts'
import type { Cors } from './cors.ts'
import { isPreflight } from './cors.ts'
import type { Forward } from './forward.ts'
import { serviceUnavailable } from './forward.ts'
import { answerHealth, createHealth, isHealthPath } from './health.ts'
import { pathOf } from './path-safety.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'
import { isEncoded, validateRequestHead } from './request-headers.ts'
import { answerEmpty, methodNotAllowed, sendErrorAndClose } from './responses.ts'
import type { Service } from './routing.ts'
import { allowedMethods, methods, serviceOf } from './routing.ts'

/**
 * The way of every request through the gateway, from the outside in: each step refuses, answers, or lets through to the
 * next. What costs more comes later; only what is meant for a service is counted against a client's limit.
 */
export function createRequestHandler(
  pools: Record<Service, Pool>,
  cors: Cors,
  limiter: RateLimiter | undefined,
  forward: Forward,
) {
  const health = createHealth(pools)
  const readBody = createBodyReader()

  const sendOn = (context: RequestContext, pool: Pool): Promise<void> | undefined => {
    const { request } = context
    if (pool.upstreams.length === 0) throw serviceUnavailable()
    if (!hasBody(request)) {
      forward(context, pool, undefined)
      return undefined
    }
    if (isEncoded(request)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Request bodies must not be compressed.')
    return readBody(request).then(body => forward(context, pool, body))
  }

  /**
   * Returns a promise only where there is something to wait for.
   *
   * @throws {ApiError} the refusal; @throws {ClientGone} when there is nobody left to answer
   */
  return function pass(context: RequestContext): Promise<void> | undefined {
    const { request } = context
    const flaw = validateRequestHead(request)
    if (flaw !== undefined) {
      sendErrorAndClose(context, flaw)
      return undefined
    }
    context.path = pathOf(request.url ?? '')
    if (isHealthPath(context.path)) return answerHealth(context, health)
    context.service = context.path === undefined ? undefined : serviceOf(context.path)
    if (context.service === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path.')
    if (!methods.has(request.method ?? '')) throw methodNotAllowed(request.method ?? '', allowedMethods)
    if (isPreflight(request)) {
      answerEmpty(context, 204, cors.preflight(request.headers.origin))
      return undefined
    }
    const pool = pools[context.service]
    if (limiter !== undefined) return limiter.admit(context.client.address).then(() => sendOn(context, pool))
    return sendOn(context, pool)
  }
}
