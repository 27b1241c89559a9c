import { Redis } from 'ioredis'
import type { Logger } from './telemetry/log.ts'
import { dependencyUp } from './telemetry/shared-metrics.ts'

/** How long Redis is left alone after a failure, so that requests do not each wait for it. */
const cooldownMs = 1_000

/** A connection to Redis for a part that also works without it, slower or for one process only. */
export type RedisConnection = {
  redis: Redis
  /** Whether a command is worth sending: false for a second after each failure. */
  isAvailable(): boolean
  reportFailure(): void
  close(): void
}

/**
 * Connects to Redis in the background and again after each loss. A command fails at once while Redis is disconnected.
 *
 * @param options.commandTimeoutMs how long a command waits for its reply
 * @param options.fallback for the log, the behaviour without Redis: `this process counts on its own`
 */
export function connectRedis(
  url: string,
  options: { commandTimeoutMs: number; fallback: string; log: Logger; clock?: () => number },
): RedisConnection {
  const { commandTimeoutMs, fallback, log, clock = () => performance.now() } = options
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  })
  let disconnected = false
  let retryAt = Number.NEGATIVE_INFINITY
  redis.on('error', error => {
    if (!disconnected) log.warn({ reason: error.message }, `Redis disconnected, ${fallback}`)
    disconnected = true
  })
  redis.on('ready', () => {
    if (disconnected) log.info('Redis reconnected')
    disconnected = false
  })
  const isAvailable = () => clock() >= retryAt
  const forget = dependencyUp.readFrom(() => [
    { labels: { dependency: 'redis' }, value: redis.status === 'ready' && isAvailable() ? 1 : 0 },
  ])
  return {
    redis,
    isAvailable,
    reportFailure: () => {
      retryAt = clock() + cooldownMs
    },
    close: () => {
      forget()
      redis.disconnect()
    },
  }
}
