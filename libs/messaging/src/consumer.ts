import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { createRecoveringChannel } from './channel.ts'
import { errorText, impersonalErrorText } from './error-text.ts'
import { type Fault, faultOf } from './fault.ts'
import { type OutgoingMessage, PublishFailed } from './publisher.ts'
import { type Delivery, deliveryOf, forwarded, parked } from './retry-policy.ts'
import { type SettlementQuestion, settlementQuestionOf } from './settlement.ts'

export type { Delivery } from './retry-policy.ts'

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
  /** A queue of {@link consumerQueues}. */
  queue: string
  /** Most messages in hand at once; so many handlers run side by side. */
  prefetch: number
  handle(delivery: Delivery): Promise<Verdict>
  log: Logger
  /** Whether settlement checks are answered ({@link watchSettlement}); the queue has a single active consumer then. */
  answersSettlementChecks?: boolean
  /** Milliseconds before the second, third, … attempt at a message whose own fault it is that it fails; default 0.2 and 1 s. */
  retryDelays?: readonly number[]
  /** How long {@link startConsumer}'s stop waits for messages in hand; default 10 s. */
  stopTimeoutMs?: number
}

export type Consumer = {
  /**
   * Waits for the messages in hand and settles them. What is not done in time, and what came meanwhile, is delivered again, to
   * whoever consumes then.
   */
  stop(): Promise<void>
}

const defaultRetryDelays = [200, 1_000]
const longestBackoffMs = 2_000

/**
 * Consumes a queue until stopped, through every loss of the connection, the channel or the queue. A message is acknowledged
 * after its effect, or after the broker has confirmed its copy in the parking or other queue; so each is handled at least once,
 * and a handler that must act once uses {@link insertInboxEntry}.
 *
 * What fails stays in hand and is tried again in place, with a back-off, until it works: nothing that came later can slip past
 * it unseen. Only what is surely the message's own fault is parked: when it has failed so often as there are `retryDelays`, and
 * once more; an exception that may be either's fault counts when others are handled meanwhile ({@link faultOf}).
 */
export function startConsumer(options: ConsumerOptions): Consumer {
  const { broker, queue, log } = options
  const state: ConsumerState = { stopping: false, environmentAway: false, handled: 0 }
  let session: Session | undefined

  const lasting = createRecoveringChannel({
    connection: broker.consuming,
    topology: broker.topology,
    purpose: `consuming ${queue}`,
    log,
    prepare: async channel => {
      const opened = openSession(channel)
      await channel.prefetch(options.prefetch)
      await channel.consume(queue, message => receive(options, state, opened, message))
      session = opened
      log.info({ queue }, 'consuming')
    },
  })

  return {
    async stop() {
      // Not cancelled: another consumer would become the active one while this one still has messages in hand. What comes now
      // is left alone, and returned when the channel is closed.
      state.stopping = true
      session?.endWaits()
      await withTimeout(options.stopTimeoutMs ?? 10_000, Promise.all(session?.inHand ?? []))
      await lasting.stop()
    },
  }
}

type ConsumerState = {
  stopping: boolean
  environmentAway: boolean
  /** How many messages have had their effect. */
  handled: number
}

/** What a consumer has on one channel. When that is lost, the broker has taken all of it back and delivers it again. */
type Session = {
  channel: ConfirmChannel
  /** Messages in hand; each resolves when it is settled, to false when it is not and will be delivered again. */
  inHand: Set<Promise<boolean>>
  isLost(): boolean
  /** Waits between two attempts, not longer than there is a point in it. */
  pause(milliseconds: number): Promise<void>
  endWaits(): void
}

function openSession(channel: ConfirmChannel): Session {
  let lost = false
  const waits = new AbortController()
  setMaxListeners(0, waits.signal)
  channel.once('close', () => {
    lost = true
    waits.abort()
  })
  return {
    channel,
    inHand: new Set(),
    isLost: () => lost,
    pause: milliseconds => wait(milliseconds, undefined, { signal: waits.signal }).catch(() => {}),
    endWaits: () => waits.abort(),
  }
}

function receive(
  options: ConsumerOptions,
  state: ConsumerState,
  session: Session,
  message: ConsumeMessage | null,
): void {
  if (!message) {
    options.log.warn({ queue: options.queue }, 'RabbitMQ cancelled the consumer, consuming again')
    session.channel.close().catch(() => {})
    return
  }
  if (state.stopping) return
  const question = options.answersSettlementChecks ? settlementQuestionOf(message, options.broker.user) : undefined
  if (question) {
    acknowledge(session, message)
    void answerWhenSettled(options, question, [...session.inHand])
    return
  }
  const settled = settle(options, state, session, message).finally(() => session.inHand.delete(settled))
  session.inHand.add(settled)
}

/** Answers when all that was in hand before the question has been settled; not at all when it was not. */
async function answerWhenSettled(
  { broker, queue, log }: ConsumerOptions,
  question: SettlementQuestion,
  before: readonly Promise<boolean>[],
): Promise<void> {
  if (question.cameBefore) return
  const results = await Promise.all(before)
  if (results.includes(false)) return
  try {
    await broker.publisher.publish(question.answer)
  } catch (error) {
    // Whoever asked asks again.
    log.debug({ queue, reason: errorText(error) }, 'cannot answer')
  }
}

/**
 * Handles one message and settles it; false when it was not settled, and is delivered again. Never throws.
 *
 * What cannot be passed on is rejected, so that the broker itself parks it, untouched.
 */
async function settle(
  options: ConsumerOptions,
  state: ConsumerState,
  session: Session,
  message: ConsumeMessage,
): Promise<boolean> {
  const decision = await decide(options, state, session, message)
  if (decision === 'left') return false
  const passedOn = decision === 'done' ? 'yes' : await passOn(options, state, session, decision)
  if (passedOn === 'left') return false
  return passedOn === 'yes' ? acknowledge(session, message) : reject(session, message)
}

function acknowledge({ channel }: Session, message: ConsumeMessage): boolean {
  try {
    channel.ack(message)
    return true
  } catch {
    // The channel is gone, and the broker has taken the message back.
    return false
  }
}

function reject({ channel }: Session, message: ConsumeMessage): boolean {
  try {
    channel.reject(message, false)
    return true
  } catch {
    return false
  }
}

/** Runs the handler until it is known what becomes of the message: done, passed on, or left to a later delivery. */
async function decide(
  options: ConsumerOptions,
  state: ConsumerState,
  session: Session,
  message: ConsumeMessage,
): Promise<'done' | 'left' | OutgoingMessage> {
  const { queue, log } = options
  const delivery = deliveryOf(message)
  const { messageId } = delivery
  const retryDelays = options.retryDelays ?? defaultRetryDelays
  const handledAtFirst = state.handled
  let ownFailures = 0
  for (let failures = 0; ; failures += 1) {
    const othersAreHandled = state.handled > handledAtFirst
    try {
      const verdict = await options.handle(delivery)
      if (verdict.outcome === 'forward') return forwarded(message, verdict.queue, verdict.headers)
      state.handled += 1
      if (state.environmentAway) log.info({ queue }, 'messages are handled again')
      state.environmentAway = false
      return 'done'
    } catch (error) {
      const reason = impersonalErrorText(error)
      const isOwn = isOwnFault(faultOf(error), othersAreHandled)
      if (isOwn) ownFailures += 1
      if (ownFailures > retryDelays.length) {
        log.error({ queue, messageId, attempts: failures + 1, reason }, 'message parked')
        return parked(message, queue, `failed ${failures + 1} times, at last with ${reason}`)
      }
      if (isOwn && ownFailures === 1) log.warn({ queue, messageId, reason }, 'message failed, trying again')
      if (!isOwn && failures === 0 && !state.environmentAway) {
        state.environmentAway = true
        log.warn({ queue, reason }, 'messages cannot be handled at present, trying again until they can')
      }
      if (state.stopping || session.isLost()) return 'left'
      await session.pause((isOwn ? retryDelays[ownFailures - 1] : undefined) ?? backoffMs(failures))
      if (state.stopping || session.isLost()) return 'left'
    }
  }
}

const isOwnFault = (fault: Fault, othersAreHandled: boolean): boolean =>
  fault === 'message' || (fault === 'unknown' && othersAreHandled)

const backoffMs = (failures: number): number => Math.min(longestBackoffMs, 100 * 2 ** Math.min(failures, 10))

/** How often a broker that is there may fail to take a copy of a message, before the message is rejected. */
const mostRefusals = 5

/**
 * Publishes until the broker has the message. `no` when it never will: the message cannot be encoded again, or the broker keeps
 * refusing it. `left` when that is left to a later delivery.
 */
async function passOn(
  { queue, log, broker }: ConsumerOptions,
  state: ConsumerState,
  session: Session,
  message: OutgoingMessage,
): Promise<'yes' | 'no' | 'left'> {
  const { publisher } = broker
  let refusals = 0
  for (let failures = 0; !session.isLost(); failures += 1) {
    try {
      await publisher.publish(message)
      return 'yes'
    } catch (error) {
      const reason = errorText(error)
      if (error instanceof PublishFailed && error.unencodable) refusals = mostRefusals
      else if (publisher.isReady()) refusals += 1
      if (refusals >= mostRefusals) {
        log.error({ queue, to: message.routingKey, reason }, 'a message cannot be passed on, the broker parks it')
        return 'no'
      }
      if (failures === 0) log.warn({ queue, to: message.routingKey, reason }, 'cannot pass on a message yet')
      if (state.stopping) return 'left'
      await session.pause(backoffMs(failures))
    }
  }
  return 'left'
}
