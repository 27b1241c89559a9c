import { ApiError } from '@campstore/contract/errors'
import { answerEmpty, methodNotAllowed, refuseAndClose } from './answers.ts'
import { createBodyReader, hasBody } from './body-limit.ts'
import type { Cors } from './cors.ts'
import { isPreflight } from './cors.ts'
import type { Exchange } from './exchange.ts'
import type { Forward } from './forward.ts'
import { serviceAway } from './forward.ts'
import { answerHealth, createHealth, isHealthPath } from './health.ts'
import { pathOf } from './path-safety.ts'
import type { RateLimiter } from './rate-limit.ts'
import { headFlaw, isEncoded } from './request-headers.ts'
import type { Service } from './routing.ts'
import { allowedMethods, methods, serviceOf } from './routing.ts'
import type { Pool } from './upstreams.ts'

/**
 * The way of every request through the gateway, from the outside in: each step refuses, answers, or lets through to the
 * next. What costs more comes later; only what is meant for a service is counted against a client's limit.
 */
export function createPass(
  pools: Record<Service, Pool>,
  cors: Cors,
  limiter: RateLimiter | undefined,
  forward: Forward,
) {
  const health = createHealth(pools)
  const readBody = createBodyReader()

  const sendOn = (exchange: Exchange, pool: Pool): Promise<void> | undefined => {
    const { request } = exchange
    if (pool.upstreams.length === 0) throw serviceAway()
    if (!hasBody(request)) {
      forward(exchange, pool, undefined)
      return undefined
    }
    if (isEncoded(request)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Request bodies must not be compressed.')
    return readBody(request).then(body => forward(exchange, pool, body))
  }

  /**
   * Returns a promise only where there is something to wait for.
   *
   * @throws {ApiError} the refusal; @throws {ClientGone} when there is nobody left to answer
   */
  return function pass(exchange: Exchange): Promise<void> | undefined {
    const { request } = exchange
    const flaw = headFlaw(request)
    if (flaw !== undefined) {
      refuseAndClose(exchange, flaw)
      return undefined
    }
    exchange.path = pathOf(request.url ?? '')
    if (isHealthPath(exchange.path)) return answerHealth(exchange, health)
    exchange.service = exchange.path === undefined ? undefined : serviceOf(exchange.path)
    if (exchange.service === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path.')
    if (!methods.has(request.method ?? '')) throw methodNotAllowed(request.method ?? '', allowedMethods)
    if (isPreflight(request)) {
      answerEmpty(exchange, 204, cors.preflight(request.headers.origin))
      return undefined
    }
    const pool = pools[exchange.service]
    if (limiter !== undefined) return limiter.admit(exchange.client.address).then(() => sendOn(exchange, pool))
    return sendOn(exchange, pool)
  }
}
