import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@campstore/core/telemetry/log'
import { Redis } from 'ioredis'

/** Texts that all processes of the service share. None of it is needed: without Redis nothing is found. */
export type SharedCache = {
  /**
   * The text of this name, or nothing, and then the caller is to make it and to {@link SharedCache.put} or
   * {@link SharedCache.giveUp} it. Where another process is making it already, it is waited for, for a moment.
   */
  find(name: string): Promise<string | undefined>
  put(name: string, text: string): void
  giveUp(name: string): void
  /** Whether Redis can be talked to. */
  isUp(): boolean
  stop(): Promise<void>
}

/** What a request waits for Redis at most, in milliseconds. */
const commandTimeoutMs = 100
/** How long Redis is left alone after it failed, in milliseconds, so that requests do not each wait for it. */
const rest = 1_000
/** How long a process may take to make a text before another does it too, and how often that one looks, in milliseconds. */
const making = { allowed: 200, look: 20 }
/** How long a text is kept, in seconds. Nothing depends on it: a text is never used for another state of the catalogue. */
const keptSeconds = 300

/** Connects to Redis, also when it is away at first. */
export function connectSharedCache(url: string, log: Logger): SharedCache {
  const redis = connect(url, log)
  let restsUntil = 0

  /** What Redis answers, or undefined while it is away, slow or resting. */
  const ask = async <Reply>(command: () => Promise<Reply>): Promise<Reply | undefined> => {
    if (performance.now() < restsUntil) return undefined
    try {
      return await command()
    } catch {
      restsUntil = performance.now() + rest
      return undefined
    }
  }
  const claimOf = (name: string) => `${name}:making`

  /** The text that another process is making. */
  const made = async (name: string): Promise<string | undefined> => {
    for (let waited = 0; waited < making.allowed; waited += making.look) {
      await pause(making.look)
      const text = await ask(() => redis.get(name))
      if (text !== null) return text
    }
    return undefined
  }
  return {
    find: async name => {
      const text = await ask(() => redis.get(name))
      if (text !== null) return text
      const claimed = await ask(() => redis.set(claimOf(name), '1', 'PX', making.allowed, 'NX'))
      return claimed === null ? made(name) : undefined
    },
    put: (name, text) => void ask(() => redis.set(name, text, 'EX', keptSeconds)),
    giveUp: name => void ask(() => redis.del(claimOf(name))),
    isUp: () => redis.status === 'ready' && performance.now() >= restsUntil,
    stop: async () => redis.disconnect(),
  }
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  })
  let away = false
  redis.on('error', error => {
    if (!away) log.warn({ error: error.message }, 'redis is away, this process caches by itself')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('redis is back')
    away = false
  })
  return redis
}
