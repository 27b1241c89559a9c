import { ApiError } from '@campstore/contract/errors'
import { connectRedis } from '@campstore/core/redis'
import type { Logger } from '@campstore/core/telemetry/log'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { clientKey } from './client-key.ts'

/** Counts the requests of each client. */
export type RateLimiter = {
  /** @throws {ApiError} RATE_LIMITED, with the seconds to wait */
  consume(address: string): Promise<void>
  close(): void
}

/** What a request waits for Redis at most, in milliseconds. */
const redisTimeoutMs = 50

const rateLimited = (result: RateLimiterRes) => {
  const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
  return new ApiError('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * A limit per client and minute, counted in Redis for all gateways together. While Redis is unavailable or slow each gateway
 * counts by itself: the limit is then looser, requests are neither refused nor held up for it.
 *
 * @param perMinute requests of one client in a minute
 * @param redisUrl where all gateways count; without it each counts by itself
 * @param clock milliseconds that never go back
 */
export function createRateLimiter(
  perMinute: number,
  redisUrl: string | undefined,
  log: Logger,
  clock: () => number = () => performance.now(),
): RateLimiter {
  const limits = { points: perMinute, duration: 60, keyPrefix: 'gateway:requests' }
  const inMemory = new RateLimiterMemory(limits)
  const fallback = 'each gateway counts requests by itself'
  const connection =
    redisUrl === undefined
      ? undefined
      : connectRedis(redisUrl, { commandTimeoutMs: redisTimeoutMs, fallback, log, clock })
  const inRedis =
    connection &&
    new RateLimiterRedis({
      ...limits,
      storeClient: connection.redis,
      rejectIfRedisNotReady: true,
      // A client over its limit is refused from memory, so that a flood costs Redis nothing.
      inMemoryBlockOnConsumed: perMinute + 1,
    })

  const count = async (key: string): Promise<void> => {
    if (inRedis && connection.isAvailable()) {
      try {
        await inRedis.consume(key)
        return
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) throw outcome
        connection.reportFailure()
      }
    }
    await inMemory.consume(key)
  }

  return {
    async consume(address) {
      try {
        await count(clientKey(address))
      } catch (outcome) {
        throw outcome instanceof RateLimiterRes ? rateLimited(outcome) : outcome
      }
    },
    close: () => connection?.close(),
  }
}
