import { ApiError } from '@campstore/contract/errors'
import { connectRedis } from '@campstore/core/redis'
import type { Logger } from '@campstore/core/telemetry/log'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { clientKey } from './client-key.ts'

/** Counts the requests of each client. */
export type RateLimiter = {
  /**
   * @returns headers that say where the client stands, a flat list
   * @throws {ApiError} RATE_LIMITED, with the same headers and the seconds to wait
   */
  consume(address: string): Promise<string[]>
  close(): void
}

/** What a request waits for Redis at most, in milliseconds. */
const redisTimeoutMs = 50

/** Seconds in which the requests are counted. */
const windowSeconds = 60

const secondsUntilReset = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** The headers of draft-ietf-httpapi-ratelimit-headers-10: the policy, and where the client stands. */
const rateLimitHeaders = (perMinute: number, counted: RateLimiterRes): Record<string, string> => ({
  'ratelimit-policy': `"default";q=${perMinute};w=${windowSeconds}`,
  ratelimit: `"default";r=${Math.max(0, counted.remainingPoints)};t=${secondsUntilReset(counted)}`,
})

const rateLimited = (headers: Record<string, string>, counted: RateLimiterRes) => {
  const seconds = secondsUntilReset(counted)
  return new ApiError('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { ...headers, 'retry-after': String(seconds) },
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
  const limits = { points: perMinute, duration: windowSeconds, keyPrefix: 'gateway:requests' }
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

  const count = async (key: string): Promise<RateLimiterRes> => {
    if (inRedis && connection.isAvailable()) {
      try {
        return await inRedis.consume(key)
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) throw outcome
        connection.reportFailure()
      }
    }
    return inMemory.consume(key)
  }

  return {
    async consume(address) {
      try {
        return Object.entries(rateLimitHeaders(perMinute, await count(clientKey(address)))).flat()
      } catch (outcome) {
        if (!(outcome instanceof RateLimiterRes)) throw outcome
        throw rateLimited(rateLimitHeaders(perMinute, outcome), outcome)
      }
    },
    close: () => connection?.close(),
  }
}
