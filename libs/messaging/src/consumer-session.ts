import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import type { Delivery, HandlerResult } from './delivery.ts'

export type ConsumerOptions = {
  broker: Broker
  queue: string
  /** How many messages are processed at a time; without `settlement` also how many may be unacknowledged. */
  prefetch: number
  handle(delivery: Delivery): Promise<HandlerResult>
  log: Logger
  /** For queues with a single active consumer: it replies to settlement checks. */
  settlement?: SettlementOptions
  /** Why the handler's database does not serve this process, if so: then the consumer leaves messages to other processes. */
  outage?: () => string | undefined
  /** Milliseconds before each retry of a faulty message; default 0.2 and 1 s. Then it is parked. */
  retryDelays?: readonly number[]
  /** How long a stop waits for unsettled messages; default 10 s. */
  stopTimeoutMs?: number
}

export type SettlementOptions = {
  /** The subject of a message; undefined if it has none. */
  subjectOf(delivery: Delivery): string | undefined
  /** Milliseconds after which an unsettled message is set aside; default 5 s. */
  patienceMs?: number
}

/** The state of a consumer across its channels. */
export function newConsumerState({ queue, log }: Pick<ConsumerOptions, 'queue' | 'log'>) {
  const logOf = (failure: string, success: string) => createFailureLog(log, { failure, success }, { fields: { queue } })
  return {
    stopping: false,
    /** Messages fail for external reasons, or do not come. */
    failures: logOf('Cannot process messages, retrying', 'Messages are processed again'),
    /** Its process is not served. */
    absences: logOf('Messages cannot be processed here, leaving them to another process', 'Consuming again'),
    /** Copies of messages are not taken. */
    republications: logOf('Cannot republish messages, retrying', 'Messages are republished again'),
    processed: 0,
    /** How often in a row the consumer gave up its place and messages without processing a message since. */
    givenUp: 0,
    /** Whether it has given up its place, and does not consume. */
    isAway: false,
    /** When it may give up its place again, by the monotonic clock. */
    staysUntil: 0,
  }
}

/** A message that is being processed, or waits for its turn. */
export type UnsettledMessage = {
  settled: Promise<boolean>
  /** The same, or true as soon as it is set aside: settlement checks no longer wait for it. */
  passed: Promise<boolean>
  /** Its subject, while it is set aside. */
  setAside: string | undefined
}

/** A consumer on one channel. When the channel is lost, the broker redelivers unsettled messages. */
export type ConsumerSession = ReturnType<typeof createSession>

/** Limits concurrent work; the rest waits in order. */
function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running < most) running += 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

export function createSession(
  channel: ConfirmChannel,
  options: ConsumerOptions,
  state: ReturnType<typeof newConsumerState>,
) {
  let lost = false
  const pauses = new AbortController()
  setMaxListeners(0, pauses.signal)
  channel.once('close', () => {
    lost = true
    pauses.abort()
  })
  return {
    options,
    state,
    channel,
    pending: new Set<UnsettledMessage>(),
    isLost: () => lost,
    /** Waits between two attempts, until the channel is lost or the consumer stops. */
    pause: (milliseconds: number): Promise<void> =>
      wait(milliseconds, undefined, { signal: pauses.signal }).catch(() => {}),
    endPauses: () => pauses.abort(),
    /** Attempts at messages run in turn, this many at a time. */
    attempts: createTurns(options.prefetch),
    /** Attempts at messages that are set aside: few, because each may wait for a lock with a database connection. */
    attemptsAside: createTurns(2),
  }
}

/** Acknowledges a message, or rejects it, so that the broker parks it; false when the channel is lost and the broker redelivers it. */
export function settleBy(how: 'ack' | 'reject', { channel }: ConsumerSession, message: ConsumeMessage): boolean {
  try {
    if (how === 'ack') channel.ack(message)
    else channel.reject(message, false)
    return true
  } catch {
    return false
  }
}
