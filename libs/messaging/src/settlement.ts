import { randomUUID } from 'node:crypto'
import type { Logger } from '@campstore/core/telemetry/log'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { errorText } from './error-text.ts'
import type { OutgoingMessage } from './publisher.ts'
import { directReplyTo } from './topology.ts'

/**
 * `type` of a settlement check: a request to the consumer of a queue, sent through that queue. The consumer replies when
 * everything that came before it is settled.
 */
const checkType = 'campstore.settlement-check'

/**
 * A check is two messages, and complete when both have a reply. From RabbitMQ 4.0 on a quorum queue delivers messages of a high
 * priority between those of a normal one, and later strictly by priority: one of the two comes after everything either way.
 */
const priorities = [0, 255]

/** A settlement check as its receiver sees it. */
export type SettlementCheck = {
  reply: OutgoingMessage
  /** It may be out of order, so it proves nothing and gets no reply. */
  isRedelivered: boolean
}

/**
 * Parses a settlement check; undefined for any other message. Only processes of the same service get a reply. The broker ensures
 * that: it rejects a message whose user id is not its publisher's. A forged reply address would cost the replying connection.
 *
 * @param user of the receiver's connection
 */
export function parseSettlementCheck(message: ConsumeMessage, user: string): SettlementCheck | undefined {
  const { fields, properties } = message
  const { type, replyTo, correlationId, headers, userId } = properties
  if (fields.exchange !== '' || type !== checkType || userId !== user) return undefined
  if (typeof replyTo !== 'string' || !replyTo.startsWith(`${directReplyTo}.`)) return undefined
  if (typeof correlationId !== 'string') return undefined
  const counts: unknown[] = [headers?.['x-delivery-count'], headers?.['x-acquired-count']]
  return {
    reply: {
      exchange: '',
      routingKey: replyTo,
      content: Buffer.alloc(0),
      mandatory: false,
      properties: { type: checkType, correlationId },
    },
    isRedelivered: fields.redelivered || counts.some(count => typeof count === 'number' && count > 0),
  }
}

/** Knows how far the messages of a queue are settled. */
export type SettlementMonitor = {
  /**
   * Every message that the broker had confirmed for the queue before this instant is settled: processed, parked or rejected.
   * Undefined while nothing is known; never goes back.
   */
  settledThrough(): Date | undefined
  /**
   * Waits until every message from before an instant is known to be settled.
   *
   * @param instant not in the future
   * @returns false when that is not known after `timeoutMs`
   */
  waitUntilSettled(instant: Date, timeoutMs: number): Promise<boolean>
  stop(): Promise<void>
}

/** A check without all of its replies: when it was sent, and the correlation ids that miss one. */
type PendingCheck = { sentAt: number; missing: Set<string> }

type Waiter = { instant: number; resolve(settled: boolean): void }

/** How many messages without a reply are remembered; a reply to an older one says little. */
const maxPendingMessages = 40

/**
 * Monitors a queue with a single active consumer that replies to settlement checks ({@link startConsumer}).
 *
 * Why a reply is a proof: the check is published at an instant, behind every message confirmed before it. A quorum queue delivers
 * in that order within a priority, and requeued messages before new ones. It has one active consumer, and all unacknowledged
 * messages of a lost one are requeued before another becomes active. So when the check is delivered for the first time, each
 * earlier message is settled or is unacknowledged at the consumer that gets the check, and that one replies after it has settled
 * its own.
 *
 * One check is pending at a time; waits that begin during it share the next one.
 *
 * @param options.clock gives the instant of a check
 * @param options.retryAfterMs when a check counts as lost, default 5 s
 */
export function startSettlementMonitor(options: {
  broker: Broker
  queue: string
  clock: () => Date
  log: Logger
  retryAfterMs?: number
}): SettlementMonitor {
  const { broker, queue, clock, log, retryAfterMs = 5_000 } = options
  const waiters = new Set<Waiter>()
  const checks = new Map<string, PendingCheck>()
  let settled: number | undefined
  let current: { check: PendingCheck; timer: NodeJS.Timeout } | undefined
  let stopped = false

  const isSettled = (instant: number) => settled !== undefined && settled >= instant
  const resolveWaiters = () => {
    for (const waiter of waiters) if (stopped || isSettled(waiter.instant)) waiter.resolve(!stopped)
  }
  const endCheck = () => {
    clearTimeout(current?.timer)
    current = undefined
  }
  const startCheck = () => {
    const open = channel.current()
    if (stopped || current || !open || broker.publishing.isBlocked() || waiters.size === 0) return
    const messages = priorities.map(priority => ({ priority, correlationId: `${randomUUID()}/${priority}` }))
    const check = { sentAt: clock().getTime(), missing: new Set(messages.map(({ correlationId }) => correlationId)) }
    const timer = setTimeout(() => {
      endCheck()
      startCheck()
    }, retryAfterMs)
    current = { check, timer }
    for (const message of messages) {
      const [oldest] = checks.keys()
      if (oldest !== undefined && checks.size >= maxPendingMessages) checks.delete(oldest)
      checks.set(message.correlationId, check)
      publishCheck(open, queue, { ...message, userId: broker.user }, log)
    }
  }
  const onReply = (message: ConsumeMessage | null) => {
    const id: unknown = message?.properties.correlationId
    const check = typeof id === 'string' ? checks.get(id) : undefined
    if (typeof id !== 'string' || check === undefined) return
    checks.delete(id)
    check.missing.delete(id)
    if (check.missing.size > 0) return
    settled = Math.max(settled ?? check.sentAt, check.sentAt)
    if (current?.check === check) endCheck()
    resolveWaiters()
    startCheck()
  }
  const channel = broker.publishing.openChannel(async opened => {
    checks.clear()
    endCheck()
    await opened.consume(directReplyTo, onReply, { noAck: true })
    // As soon as this channel is the current one.
    setImmediate(startCheck)
  })

  return {
    settledThrough: () => (settled === undefined ? undefined : new Date(settled)),
    waitUntilSettled: (date, timeoutMs) =>
      new Promise(resolve => {
        const instant = date.getTime()
        if (stopped || isSettled(instant)) return resolve(!stopped)
        const timer = setTimeout(() => waiter.resolve(false), timeoutMs)
        const waiter: Waiter = {
          instant,
          resolve: result => {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(result)
          },
        }
        waiters.add(waiter)
        startCheck()
      }),
    async stop() {
      stopped = true
      endCheck()
      resolveWaiters()
      await channel.close()
    },
  }
}

function publishCheck(
  channel: ConfirmChannel,
  queue: string,
  message: { correlationId: string; priority: number; userId: string },
  log: Logger,
): void {
  try {
    const properties = { ...message, type: checkType, replyTo: directReplyTo, persistent: true }
    channel.publish('', queue, Buffer.alloc(0), properties)
  } catch (error) {
    // The channel is lost, and the next one checks again.
    log.debug({ reason: errorText(error), queue }, 'Cannot send a settlement check')
  }
}
