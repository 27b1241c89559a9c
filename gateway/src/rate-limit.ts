import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { clientKey } from './client-address.ts'

/** Counts the requests of each client. */
export type RateLimiter = {
  /** @throws {ApiError} RATE_LIMITED, with the seconds to wait */
  admit(address: string): Promise<void>
  close(): void
}

/** What a request waits for Redis at most, in milliseconds. */
const redisPatience = 50

/** How long Redis is left alone after it failed, in milliseconds, so that requests do not each wait for it. */
const redisRest = 1_000

const refusal = (spent: RateLimiterRes) => {
  const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000))
  return new ApiError('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: redisPatience,
    connectTimeout: 2_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  })
  let away = false
  redis.on('error', error => {
    if (!away) log.warn({ error: error.message }, 'redis is away, each gateway counts requests by itself')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('redis is back')
    away = false
  })
  return redis
}

/**
 * A limit per client and minute, counted in Redis for all gateways together. While Redis is away or slow each gateway
 * counts by itself: the limit is then looser, requests are neither refused nor held up for it (design.md, rule 8).
 *
 * @param perMinute requests of one client in a minute
 * @param redisUrl where to count together; without it each gateway counts by itself
 * @param clock milliseconds that never go back
 */
export function createRateLimiter(
  perMinute: number,
  redisUrl: string | undefined,
  log: Logger,
  clock: () => number = () => performance.now(),
): RateLimiter {
  const limits = { points: perMinute, duration: 60, keyPrefix: 'gateway:requests' }
  const alone = new RateLimiterMemory(limits)
  const redis = redisUrl === undefined ? undefined : connect(redisUrl, log)
  const together =
    redis &&
    new RateLimiterRedis({
      ...limits,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      // A client over its limit is refused from memory, so that a flood costs Redis nothing.
      inMemoryBlockOnConsumed: perMinute + 1,
    })
  let restsUntil = 0

  const count = async (key: string): Promise<void> => {
    if (together && clock() >= restsUntil) {
      try {
        await together.consume(key)
        return
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) throw outcome
        restsUntil = clock() + redisRest
      }
    }
    await alone.consume(key)
  }

  return {
    async admit(address) {
      try {
        await count(clientKey(address))
      } catch (outcome) {
        throw outcome instanceof RateLimiterRes ? refusal(outcome) : outcome
      }
    },
    close: () => redis?.disconnect(),
  }
}
