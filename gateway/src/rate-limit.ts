import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { connectRedis, type RedisConnection } from '@campstore/core/redis'
import type { Logger } from '@campstore/core/telemetry/log'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { clientKey, siteKey } from './client-key.ts'

/** Counts the requests of each client. */
export type RateLimiter = {
  /**
   * @returns headers with the client's remaining requests, a flat list
   * @throws {ApiError} RATE_LIMITED, with the same headers and the seconds to wait
   */
  consume(address: string): Promise<string[]>
  /** Counts a checkout of the client as well. Throws RATE_LIMITED with the seconds to wait. */
  consumeHold(address: string): Promise<void>
  close(): void
}

/** Longest time that a request waits for Redis, in milliseconds. */
const redisTimeoutMs = 50

/** Seconds in which the requests are counted. */
const windowSeconds = 60

/** Seconds in which the checkouts are counted. */
const holdWindowSeconds = 900

/** The limit of all clients of one IPv6 /48 network, as a multiple of a client's: one attacker can own its 65,536 /64 networks. */
const clientsOfSite = 10

const secondsUntilReset = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** The headers of draft-ietf-httpapi-ratelimit-headers-10: the policy, and the client's remaining requests. */
const rateLimitHeaders = (perMinute: number, counted: RateLimiterRes): Record<string, string> => ({
  'ratelimit-policy': `"default";q=${perMinute};w=${windowSeconds}`,
  ratelimit: `"default";r=${Math.max(0, counted.remainingPoints)};t=${secondsUntilReset(counted)}`,
})

/** Counts one request; above the limit it refuses with a text, the seconds to wait, and the headers that `describe` gives. */
async function countOrRefuse(
  counting: Promise<RateLimiterRes>,
  refusal: 'limit.requests' | 'limit.checkouts',
  describe: (counted: RateLimiterRes) => Record<string, string>,
): Promise<Record<string, string>> {
  try {
    return describe(await counting)
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome
    const seconds = secondsUntilReset(outcome)
    throw new ApiError('RATE_LIMITED', text(refusal, { count: seconds }), {
      headers: { ...describe(outcome), 'retry-after': String(seconds) },
    })
  }
}

/** How many requests a client may send; 0 means unlimited. */
export type RateLimits = {
  /** Requests in a minute. */
  perMinute: number
  /** Checkouts in a quarter of an hour, which is how long a hold lasts. */
  holds: number
}

/**
 * Limits per client, counted in Redis for all gateways together. While Redis is unavailable or slow, each gateway counts by
 * itself: limits are looser, but no request is refused or delayed.
 *
 * @param redisUrl the shared counter; without it each gateway counts on its own
 * @param clock milliseconds that never go back
 */
export function createRateLimiter(
  { perMinute, holds }: RateLimits,
  redisUrl: string | undefined,
  log: Logger,
  clock: () => number = () => performance.now(),
): RateLimiter {
  const fallback = 'each gateway counts requests by itself'
  const connection =
    redisUrl === undefined
      ? undefined
      : connectRedis(redisUrl, { commandTimeoutMs: redisTimeoutMs, fallback, log, clock })
  const requestCounter = createClientCounter('requests', perMinute, windowSeconds, connection)
  const holdCounter = createClientCounter('holds', holds, holdWindowSeconds, connection)

  return {
    async consume(address) {
      if (perMinute === 0) return []
      const describe = (counted: RateLimiterRes) => rateLimitHeaders(perMinute, counted)
      return Object.entries(await countOrRefuse(requestCounter(address), 'limit.requests', describe)).flat()
    },
    async consumeHold(address) {
      if (holds > 0) await countOrRefuse(holdCounter(address), 'limit.checkouts', () => ({}))
    },
    close: () => connection?.close(),
  }
}

/** Counts a request for its client, and for the site of an IPv6 address. */
function createClientCounter(...[name, points, ...others]: Parameters<typeof createCounter>): Counter {
  const ofClient = createCounter(name, points, ...others)
  const ofSite = createCounter(`${name}-of-site`, points * clientsOfSite, ...others)
  return async address => {
    const counted = await ofClient(clientKey(address))
    const site = siteKey(address)
    if (site !== undefined) await ofSite(site)
    return counted
  }
}

/** Counts one request of a client; it throws a {@link RateLimiterRes} above the limit. */
type Counter = (key: string) => Promise<RateLimiterRes>

function createCounter(
  name: string,
  points: number,
  seconds: number,
  connection: RedisConnection | undefined,
): Counter {
  const limits = { points, duration: seconds, keyPrefix: `gateway:${name}` }
  const inMemory = new RateLimiterMemory(limits)
  const inRedis =
    connection &&
    new RateLimiterRedis({
      ...limits,
      storeClient: connection.redis,
      rejectIfRedisNotReady: true,
      // A client over its limit is refused from memory, so a flood costs Redis nothing.
      inMemoryBlockOnConsumed: points + 1,
    })
  return async key => {
    if (inRedis && connection.isAvailable()) {
      try {
        const counted = await inRedis.consume(key)
        connection.reportSuccess()
        return counted
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) throw outcome
        connection.reportFailure(outcome)
      }
    }
    return inMemory.consume(key)
  }
}
