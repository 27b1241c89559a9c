import { backoffMs } from '@campstore/core/backoff'
import { gauge } from '@campstore/core/telemetry/metrics'
import type { ConsumeMessage } from 'amqplib'
import { reopen } from './channel.ts'
import type { ConsumerSession, UnsettledMessage } from './consumer-session.ts'
import { toDelivery } from './delivery.ts'
import { errorText } from './error-text.ts'
import { whileReplying } from './while-replying.ts'

/** The treatment of messages that a single active consumer cannot settle: docs/decisions.md, 146. */

const defaultPatienceMs = 5_000
/**
 * Maximum number of messages in hand of a consumer that sets messages aside: far more than are ever locked at once, so the
 * queue moves past them. A lost consumer returns them all. When this many are set aside, the queue and the grace period of
 * holds (`settlement.ts`) stop until one is settled.
 */
export const mostInHand = 500
/** How often a consumer checks whether its process is served. */
const askAgainMs = 500
/** Pause before a consumer takes a place again; doubled each time that it returned messages without processing any since. */
const absence = { firstMs: 1_000, longestMs: 60_000 }

const setAsideMessages = gauge(
  'campstore_messages_set_aside',
  'Messages in hand that cannot be processed yet; settlement does not wait for them.',
  ['queue'],
)

/** The messages in hand of the consumers of this process that set messages aside, and their queues. */
const consumers = new Map<() => Iterable<UnsettledMessage>, string>()
setAsideMessages.readFrom(() =>
  [...new Set(consumers.values())].map(queue => ({ labels: { queue }, value: countSetAside(queue) })),
)

/** How many messages of a queue this process has set aside. */
export function countSetAside(queue: string): number {
  let count = 0
  for (const [pending, consumed] of consumers)
    if (consumed === queue) for (const { setAside } of pending()) if (setAside !== undefined) count += 1
  return count
}

/** Counts the messages that a consumer has set aside; returns a function that stops it. */
export function reportSetAside(queue: string, pending: () => Iterable<UnsettledMessage>): () => void {
  consumers.set(pending, queue)
  return () => void consumers.delete(pending)
}

/**
 * Sets aside a message that stays unsettled because it cannot be processed, or waits behind such messages: it stays in hand and
 * is retried, but settlement checks name it instead of waiting for it. So a live consumer replies to every check in time.
 */
export function watchMessage(session: ConsumerSession, message: ConsumeMessage, unsettled: UnsettledMessage): void {
  const { settlement, queue, log } = session.options
  if (!settlement) return
  const { promise: isSetAside, resolve: pass } = Promise.withResolvers<true>()
  unsettled.passed = Promise.race([unsettled.settled, isSetAside])
  const setAside = () => {
    if (session.isLost() || session.state.stopping) return
    const delivery = toDelivery(message)
    // No caller waits for a message without a subject.
    const subject = settlement.subjectOf(delivery) ?? ''
    unsettled.setAside = subject
    log.warn({ queue, messageId: delivery.messageId, subject }, 'Message cannot be processed yet, set aside')
    pass(true)
  }
  const timer = setTimeout(setAside, settlement.patienceMs ?? defaultPatienceMs)
  void unsettled.settled.then(isSettled => {
    clearTimeout(timer)
    if (!isSettled || unsettled.setAside === undefined) return
    log.info({ queue, subject: unsettled.setAside }, 'Message that was set aside is settled')
    unsettled.setAside = undefined
  })
}

/**
 * Gives up a consumer's place when its process is not served, by closing the channel. The broker returns its messages to the
 * queue, in order, for other consumers.
 */
export function leaveWhenUnserved(session: ConsumerSession): void {
  const { state } = session
  const { outage } = session.options
  if (!outage) return
  const timer = setInterval(() => {
    const reason = outage()
    if (reason === undefined || state.stopping || state.isAway) return
    if (performance.now() < state.staysUntil) return
    state.isAway = true
    if (session.pending.size > 0) state.givenUp += 1
    state.absences.failed(reason)
    reopen(session.channel)
  }, askAgainMs)
  session.channel.once('close', () => clearInterval(timer))
}

/**
 * Consumes again on a new channel once this process is served and has been away long enough. If no other consumer has the
 * place, it returns at once and stays for its back-off: the database may just be slow for all processes, and will then process
 * the messages in hand.
 */
export async function consumeWhenServed(
  session: ConsumerSession,
  consume: (session: ConsumerSession) => Promise<void>,
): Promise<void> {
  const { state } = session
  const { outage = () => undefined, queue } = session.options
  const isOver = () => session.isLost() || state.stopping
  const absenceMs = backoffMs(Math.max(state.givenUp, 1), absence)
  const until = performance.now() + absenceMs
  /** Single active consumers that wait are not counted. */
  const isPlaceTaken = async () => (await session.channel.checkQueue(queue)).consumerCount > 0
  try {
    do await session.pause(askAgainMs)
    while (!isOver() && (performance.now() < until || outage() !== undefined) && (await isPlaceTaken()))
    if (isOver()) return
    state.staysUntil = performance.now() + absenceMs
    await whileReplying(consume(session), 'the consume')
    state.isAway = false
    if (outage() === undefined) state.absences.succeeded()
  } catch (error) {
    state.failures.failed(errorText(error))
    reopen(session.channel)
  }
}
