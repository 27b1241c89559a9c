import { ApiError } from '@campstore/contract/errors'
import { answerEmpty, methodNotAllowed, refuseAndClose } from './answers.ts'
import { hasBody, readBody } from './body-limit.ts'
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

  /** @throws {ApiError} the refusal; @throws {ClientGone} when there is nobody left to answer */
  return async function pass(exchange: Exchange): Promise<void> {
    const { request } = exchange
    const flaw = headFlaw(request)
    if (flaw !== undefined) return refuseAndClose(exchange, flaw)
    exchange.path = pathOf(request.url ?? '')
    if (isHealthPath(exchange.path)) return answerHealth(exchange, health)
    exchange.service = exchange.path === undefined ? undefined : serviceOf(exchange.path)
    if (exchange.service === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path.')
    if (!methods.has(request.method ?? '')) throw methodNotAllowed(request.method ?? '', allowedMethods)
    if (isPreflight(request)) return answerEmpty(exchange, 204, cors.preflight(request.headers.origin))
    if (limiter !== undefined) await limiter.admit(exchange.client.address)
    const pool = pools[exchange.service]
    if (pool.upstreams.length === 0) throw serviceAway()
    if (!hasBody(request)) return forward(exchange, pool, undefined)
    if (isEncoded(request)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Request bodies must not be compressed.')
    forward(exchange, pool, await readBody(request))
  }
}
