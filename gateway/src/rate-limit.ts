import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import { Redis } from 'ioredis'
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

/** How long Redis is not used after it failed, in milliseconds, so that requests do not each wait for it. */
const redisCooldownMs = 1_000

const rateLimited = (result: RateLimiterRes) => {
  const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
  return new ApiError('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: redisTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  })
  let disconnected = false
  redis.on('error', error => {
    if (!disconnected)
      log.warn({ error: error.message }, 'Redis is unavailable, each gateway counts requests by itself')
    disconnected = true
  })
  redis.on('ready', () => {
    if (disconnected) log.info('Redis is available again')
    disconnected = false
  })
  return redis
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
  const redis = redisUrl === undefined ? undefined : connect(redisUrl, log)
  const inRedis =
    redis &&
    new RateLimiterRedis({
      ...limits,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      // A client over its limit is refused from memory, so that a flood costs Redis nothing.
      inMemoryBlockOnConsumed: perMinute + 1,
    })
  let redisRetryAt = 0

  const count = async (key: string): Promise<void> => {
    if (inRedis && clock() >= redisRetryAt) {
      try {
        await inRedis.consume(key)
        return
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) throw outcome
        redisRetryAt = clock() + redisCooldownMs
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
    close: () => redis?.disconnect(),
  }
}
