import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@campstore/telemetry/log'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { keepChannel } from './channel.ts'
import { errorText } from './error-text.ts'
import { type AfterFailure, afterFailure, type Delivery, deliveryOf, forwarded } from './passing-on.ts'
import type { OutgoingMessage } from './publisher.ts'
import { within } from './within.ts'

export type { Delivery } from './passing-on.ts'

/** What a handler decided about a message; a failure is thrown. */
export type Verdict =
  | { outcome: 'done' }
  | { outcome: 'forward'; queue: string; headers: Readonly<Record<string, string>> }

/** The message has had its effect. */
export const done: Verdict = { outcome: 'done' }

/** The message is not for this consumer: it goes to a queue unchanged, with some more headers, such as the reason. */
export const forward = (queue: string, headers: Readonly<Record<string, string>>): Verdict => ({
  outcome: 'forward',
  queue,
  headers,
})

export type ConsumerOptions = {
  broker: Broker
  /** A queue of {@link consumerQueues}, declared with the same retry delays. */
  queue: string
  /** Most messages in hand at once; so many handlers run side by side. */
  prefetch: number
  /** Seconds before the second, third, … attempt; the message is parked when the attempt after the last delay fails. */
  retryDelays: readonly [number, ...number[]]
  handle(delivery: Delivery): Promise<Verdict>
  /** Whether an error is the environment's, such as a database that is away: then attempts are not counted. */
  isTransient(error: unknown): boolean
  log: Logger
  /** How long {@link startConsumer}'s stop waits for messages in hand; default 10 s. */
  stopTimeoutMs?: number
}

export type Consumer = {
  /**
   * Takes no more messages, waits for those in hand and settles them. What is not done in time is delivered again, to
   * whoever consumes then.
   */
  stop(): Promise<void>
}

/**
 * Consumes a queue until stopped, through every loss of the connection, the channel or the queue. A message is acknowledged
 * after its effect, or after the broker has confirmed its copy in the retry, parking or other queue; so each is handled at
 * least once, and a handler that must act once uses {@link firstDelivery}.
 */
export function startConsumer(options: ConsumerOptions): Consumer {
  const { broker, queue, log } = options
  const inHand = new Set<Promise<void>>()
  const state: ConsumerState = { stopping: false, environmentAway: false, lost: new WeakSet() }
  let cancel = async () => {}

  const receive = (channel: ConfirmChannel, message: ConsumeMessage | null) => {
    if (!message) {
      log.warn({ queue }, 'RabbitMQ cancelled the consumer, consuming again')
      channel.close().catch(() => {})
      return
    }
    if (state.stopping) return
    const settled = settle(options, state, channel, message).finally(() => inHand.delete(settled))
    inHand.add(settled)
  }
  const lasting = keepChannel({
    connection: broker.consuming,
    topology: broker.topology,
    purpose: `consuming ${queue}`,
    log,
    prepare: async channel => {
      channel.once('close', () => state.lost.add(channel))
      await channel.prefetch(options.prefetch)
      const { consumerTag } = await channel.consume(queue, message => receive(channel, message))
      cancel = async () => {
        await channel.cancel(consumerTag)
      }
      log.info({ queue }, 'consuming')
    },
  })

  return {
    async stop() {
      state.stopping = true
      const limit = options.stopTimeoutMs ?? 10_000
      await within(
        limit,
        cancel().catch(() => {}),
      )
      await within(limit, Promise.allSettled(inHand))
      await lasting.stop()
    },
  }
}

type ConsumerState = {
  stopping: boolean
  environmentAway: boolean
  /** Channels that are closed: the broker has taken their messages back and delivers them again. */
  lost: WeakSet<ConfirmChannel>
}

/** Handles one message and settles it. Never throws: what cannot be settled is delivered again. */
async function settle(
  options: ConsumerOptions,
  state: ConsumerState,
  channel: ConfirmChannel,
  message: ConsumeMessage,
): Promise<void> {
  const next = await nextStation(options, state, message)
  if (next && !(await passOn(options, state, channel, next))) return
  try {
    channel.ack(message)
  } catch {
    // The channel is gone, and the broker has taken the message back.
  }
}

/** Runs the handler; answers where the message goes, undefined when it is done. */
async function nextStation(
  options: ConsumerOptions,
  state: ConsumerState,
  message: ConsumeMessage,
): Promise<OutgoingMessage | undefined> {
  try {
    const verdict = await options.handle(deliveryOf(message))
    if (state.environmentAway) options.log.info({ queue: options.queue }, 'messages are handled again')
    state.environmentAway = false
    return verdict.outcome === 'forward' ? forwarded(message, verdict.queue, verdict.headers) : undefined
  } catch (error) {
    const failure = afterFailure(message, error, options)
    logFailure(options, state, message, failure)
    return failure.message
  }
}

function logFailure(
  { queue, log }: ConsumerOptions,
  state: ConsumerState,
  message: ConsumeMessage,
  { fate, reason }: AfterFailure,
): void {
  const { messageId, attempt } = deliveryOf(message)
  if (fate === 'park') log.error({ queue, messageId, attempt, reason }, 'message parked')
  if (fate === 'retry') log.warn({ queue, messageId, attempt, reason }, 'message failed, trying again later')
  if (fate !== 'environment' || state.environmentAway) return
  state.environmentAway = true
  log.warn({ queue, reason }, 'messages cannot be handled at present, trying again until they can')
}

/** Publishes until the broker has the message; false when that must be left to a later delivery. */
async function passOn(
  { queue, log, broker }: ConsumerOptions,
  state: ConsumerState,
  channel: ConfirmChannel,
  message: OutgoingMessage,
): Promise<boolean> {
  for (let failures = 0; !state.lost.has(channel); failures += 1) {
    try {
      await broker.publisher.publish(message)
      return true
    } catch (error) {
      const reason = errorText(error)
      if (failures === 0) log.warn({ queue, to: message.routingKey, reason }, 'cannot pass on a message yet')
      if (state.stopping) return false
      await pause(1_000)
    }
  }
  return false
}
