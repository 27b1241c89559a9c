import { Redis } from 'ioredis'
import { type OutageReason, outageReason } from './outage-reason.ts'
import { createFailureLog } from './telemetry/failure-log.ts'
import type { Logger } from './telemetry/log.ts'
import { dependencyOutage, dependencyUp } from './telemetry/shared-metrics.ts'

/** How long Redis is left alone after a failure, so that requests do not each wait for it. */
const cooldownMs = 1_000
/** The key that is written to ask whether Redis answers. */
const question = 'gateway:question'

/** A connection to Redis for a part that also works without it, slower or for one process only. */
export type RedisConnection = {
  redis: Redis
  /** Whether a command is worth sending: false for a second after each failure. */
  isAvailable(): boolean
  reportFailure(error: unknown): void
  reportSuccess(): void
  /** Why Redis is down. After a failure it is asked again, by a write, which a full Redis refuses. */
  outage(): Promise<OutageReason | undefined>
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
    failure: `Redis cannot be used, ${fallback}`,
    success: 'Redis is used again',
  })
  /** Why the last command or connection failed; undefined after a success. */
  let outage: OutageReason | undefined = 'no answer'
  let retryAt = Number.NEGATIVE_INFINITY
  const failed = (error: unknown) => {
    outage = outageReason(error)
    failures.failed(outage)
  }
  const succeeded = () => {
    outage = undefined
    failures.succeeded()
  }
  redis.on('error', failed)
  redis.on('ready', () => {
    // A full Redis also accepts connections.
    if (outage !== 'memory full') succeeded()
  })
  const readOutage = async () => {
    if (redis.status !== 'ready') return outage ?? 'connection lost'
    if (outage !== undefined) await redis.set(question, '', 'PX', 1_000).then(succeeded, failed)
    return outage
  }
  const dependency = 'redis'
  const ends = [
    dependencyUp.readFrom(async () => [{ labels: { dependency }, value: (await readOutage()) === undefined ? 1 : 0 }]),
    dependencyOutage.readFrom(async () => {
      const reason = await readOutage()
      return reason === undefined ? [] : [{ labels: { dependency, reason }, value: 1 }]
    }),
  ]
  return {
    redis,
    isAvailable: () => clock() >= retryAt,
    reportSuccess: succeeded,
    reportFailure: error => {
      // Without a connection, its own error says why.
      if (redis.status === 'ready') failed(error)
      retryAt = clock() + cooldownMs
    },
    outage: readOutage,
    close: () => {
      for (const end of ends) end()
      redis.disconnect()
    },
  }
}
