import { Redis } from 'ioredis'
import { type OutageReason, outageReason } from './outage-reason.ts'
import { createFailureLog } from './telemetry/failure-log.ts'
import type { Logger } from './telemetry/log.ts'
import { dependencyOutage, dependencyUp } from './telemetry/shared-metrics.ts'

/** How long Redis is left alone after a failure, so that requests do not each wait for it. */
const cooldownMs = 1_000

/** A connection to Redis for a part that also works without it, slower or for one process only. */
export type RedisConnection = {
  redis: Redis
  /** Whether a command is worth sending: false for a second after each failure. */
  isAvailable(): boolean
  reportFailure(error: unknown): void
  reportSuccess(): void
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
  const failures = createFailureLog(log, {
    failure: `Redis does not answer, ${fallback}`,
    success: 'Redis answers again',
  })
  let outage: OutageReason = 'no answer'
  let retryAt = Number.NEGATIVE_INFINITY
  redis.on('error', error => {
    outage = outageReason(error)
    failures.failed(outage)
  })
  redis.on('ready', () => {
    failures.succeeded()
  })
  const isAvailable = () => clock() >= retryAt
  const isUp = () => redis.status === 'ready' && isAvailable()
  const dependency = 'redis'
  const ends = [
    dependencyUp.readFrom(() => [{ labels: { dependency }, value: isUp() ? 1 : 0 }]),
    dependencyOutage.readFrom(() => (isUp() ? [] : [{ labels: { dependency, reason: outage }, value: 1 }])),
  ]
  return {
    redis,
    isAvailable,
    reportSuccess: failures.succeeded,
    reportFailure: error => {
      // Without a connection, its own error says why.
      if (redis.status === 'ready') outage = outageReason(error)
      failures.failed(outage)
      retryAt = clock() + cooldownMs
    },
    close: () => {
      for (const end of ends) end()
      redis.disconnect()
    },
  }
}
