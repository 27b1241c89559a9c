import { randomUUID } from 'node:crypto'
import type { Logger } from '@campstore/core/telemetry/log'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { createRecoveringChannel } from './channel.ts'
import { errorText } from './error-text.ts'
import type { OutgoingMessage } from './publisher.ts'
import { directReplyTo } from './retry-policy.ts'

/**
 * The settlement check: a question to the consumer of a queue, sent through that queue, which is answered when everything that
 * came before it has been settled. `type` of the question's message.
 */
const questionType = 'campstore.settlement-check'

/**
 * A question is two messages, and answered when both are. From RabbitMQ 4.0 on a quorum queue hands out messages of a high
 * priority between those of a normal one, and later strictly by priority: one of the two stands behind everything either way.
 */
const priorities = [0, 255]

/** A question, as its receiver sees it. */
export type SettlementQuestion = {
  /** The message that answers it. */
  answer: OutgoingMessage
  /** Handed out before, perhaps in another order than at first: what came before it is not known, and it is not answered. */
  cameBefore: boolean
}

/**
 * Reads a question; undefined when the message is none. Only processes of the same service are answered, which the broker
 * vouches for: it refuses a message that names another user than its publisher's. A made-up address to answer to would cost
 * the connection on which the answer is published.
 *
 * @param user that the receiver logs in as
 */
export function settlementQuestionOf(message: ConsumeMessage, user: string): SettlementQuestion | undefined {
  const { fields, properties } = message
  const { type, replyTo, correlationId, headers, userId } = properties
  if (fields.exchange !== '' || type !== questionType || userId !== user) return undefined
  if (typeof replyTo !== 'string' || !replyTo.startsWith(`${directReplyTo}.`)) return undefined
  if (typeof correlationId !== 'string') return undefined
  const counts: unknown[] = [headers?.['x-delivery-count'], headers?.['x-acquired-count']]
  return {
    answer: {
      exchange: '',
      routingKey: replyTo,
      content: Buffer.alloc(0),
      mandatory: false,
      properties: { type: questionType, correlationId },
    },
    cameBefore: fields.redelivered || counts.some(count => typeof count === 'number' && count > 0),
  }
}

/** What is known of how far a queue has been worked off. */
export type SettlementWatch = {
  /**
   * Whatever the broker had confirmed for the queue before this instant has been settled: it had its effect, or was parked or
   * rejected. Undefined while nothing is known; never goes back.
   */
  settledThrough(): Date | undefined
  /**
   * Finds out whether everything before an instant has been settled, and waits for it.
   *
   * @param instant not in the future
   * @returns false when it is not known `withinMs` later
   */
  reach(instant: Date, withinMs: number): Promise<boolean>
  stop(): Promise<void>
}

/** A question that is under way, with the messages of it that are not answered. */
type Asked = { at: number; missing: Set<string> }

type Waiting = { instant: number; resolve(reached: boolean): void }

/** So many unanswered questions are remembered; an answer to an older one tells little. */
const mostUnanswered = 40

/**
 * Watches a queue that has a single active consumer, which answers settlement checks ({@link startConsumer}).
 *
 * Why an answer proves what it says: the question is published at an instant, behind everything confirmed before it. A quorum
 * queue hands out in that order within a priority, and what was returned before what is new. It has one active consumer, and
 * all that a lost one had in hand is returned before another gets anything. So when the question is handed out for the first
 * time, each earlier message has been settled, or the consumer that is asked has it in hand; and that consumer answers after
 * it has settled its own.
 *
 * One question is under way at a time; those who want to know meanwhile share the next one.
 *
 * @param clock what says the instant of a question
 * @param askAgainAfterMs after how long a question counts as lost, default 5 s
 */
export function watchSettlement(options: {
  broker: Broker
  queue: string
  clock: () => Date
  log: Logger
  askAgainAfterMs?: number
}): SettlementWatch {
  const { broker, queue, clock, log, askAgainAfterMs = 5_000 } = options
  const waiting = new Set<Waiting>()
  const unanswered = new Map<string, Asked>()
  let settled: number | undefined
  let underWay: { asked: Asked; timer: NodeJS.Timeout } | undefined
  let stopped = false

  const isSettled = (instant: number) => settled !== undefined && settled >= instant
  const release = () => {
    for (const one of waiting) if (stopped || isSettled(one.instant)) one.resolve(!stopped)
  }
  const forget = () => {
    clearTimeout(underWay?.timer)
    underWay = undefined
  }
  const ask = () => {
    const channel = lasting.current()
    if (stopped || underWay || !channel || broker.publishing.isBlocked() || waiting.size === 0) return
    const ids = priorities.map(priority => `${randomUUID()}/${priority}`)
    const asked: Asked = { at: clock().getTime(), missing: new Set(ids) }
    const timer = setTimeout(() => {
      forget()
      ask()
    }, askAgainAfterMs)
    underWay = { asked, timer }
    for (const [line, id] of ids.entries()) {
      const [oldest] = unanswered.keys()
      if (oldest !== undefined && unanswered.size >= mostUnanswered) unanswered.delete(oldest)
      unanswered.set(id, asked)
      publishQuestion(channel, queue, { correlationId: id, priority: priorities[line], userId: broker.user }, log)
    }
  }
  const answered = (message: ConsumeMessage | null) => {
    const id: unknown = message?.properties.correlationId
    const asked = typeof id === 'string' ? unanswered.get(id) : undefined
    if (typeof id !== 'string' || asked === undefined) return
    unanswered.delete(id)
    asked.missing.delete(id)
    if (asked.missing.size > 0) return
    settled = Math.max(settled ?? asked.at, asked.at)
    if (underWay?.asked === asked) forget()
    release()
    ask()
  }
  const lasting = createRecoveringChannel({
    connection: broker.publishing,
    topology: broker.topology,
    purpose: `asking ${queue}`,
    log,
    prepare: async channel => {
      unanswered.clear()
      forget()
      await channel.consume(directReplyTo, answered, { noAck: true })
      // When this channel is the current one.
      setImmediate(ask)
    },
  })

  return {
    settledThrough: () => (settled === undefined ? undefined : new Date(settled)),
    reach: (wanted, withinMs) =>
      new Promise(resolve => {
        const instant = wanted.getTime()
        if (stopped || isSettled(instant)) return resolve(!stopped)
        const timer = setTimeout(() => one.resolve(false), withinMs)
        const one: Waiting = {
          instant,
          resolve: reached => {
            clearTimeout(timer)
            waiting.delete(one)
            resolve(reached)
          },
        }
        waiting.add(one)
        ask()
      }),
    async stop() {
      stopped = true
      forget()
      release()
      await lasting.stop()
    },
  }
}

function publishQuestion(
  channel: ConfirmChannel,
  queue: string,
  message: { correlationId: string; priority: number | undefined; userId: string },
  log: Logger,
): void {
  try {
    const properties = { ...message, type: questionType, replyTo: directReplyTo, persistent: true }
    channel.publish('', queue, Buffer.alloc(0), properties)
  } catch (error) {
    // The channel is gone; the next one asks again.
    log.debug({ queue, reason: errorText(error) }, 'cannot ask')
  }
}
