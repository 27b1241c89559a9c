import { backoffMs } from '@campstore/core/backoff'
import { gauge } from '@campstore/core/telemetry/metrics'
import type { ConsumeMessage } from 'amqplib'
import type { ConsumerOptions, ConsumerSession, ConsumerState, UnsettledMessage } from './consumer-session.ts'
import { toDelivery } from './delivery.ts'
import { errorText } from './error-text.ts'
import { whileReplying } from './while-replying.ts'

/** The treatment of messages that a single active consumer cannot settle: docs/decisions.md, 146. */

const defaultPatienceMs = 5_000
/**
 * How many messages may be in hand of a consumer that sets messages aside: far more than somebody locks at a time, so that the queue
 * moves on past them. When it loses them, all are returned. Where as many are set aside the queue stops, and the grace period of
 * holds with it (`settlement.ts`), until one is settled.
 */
export const mostInHand = 500
/** How often a consumer asks whether its process is served. */
const askAgainMs = 500
/** Pause before a place is wanted again; doubled each time that messages were returned and none was processed since. */
const absence = { firstMs: 1_000, longestMs: 60_000 }

const setAsideMessages = gauge(
  'campstore_messages_set_aside',
  'Messages in hand that cannot be processed yet and that settlement no longer waits for.',
  ['queue'],
)

type Pending = () => Iterable<UnsettledMessage>
const consumers = new Map<Pending, string>()

/** How many messages of a queue this process has set aside. */
export function countSetAside(queue: string): number {
  let count = 0
  for (const [pending, consumed] of consumers)
    if (consumed === queue) for (const { setAside } of pending()) if (setAside !== undefined) count += 1
  return count
}

/** Reports the messages set aside, as a metric and for {@link countSetAside}; returns a function that stops it. */
export function reportSetAside(queue: string, pending: Pending): () => void {
  consumers.set(pending, queue)
  const endMetric = setAsideMessages.readFrom(() => [{ labels: { queue }, value: countSetAside(queue) }])
  return () => {
    consumers.delete(pending)
    endMetric()
  }
}

/**
 * Looks after a message that stays unsettled: it cannot be processed, or waits behind such messages. It is set aside: it stays in hand
 * and is retried, but settlement checks name it instead of waiting for it. So a consumer that lives replies to every check in time.
 */
export function watchMessage(
  options: ConsumerOptions,
  state: ConsumerState,
  session: ConsumerSession,
  message: ConsumeMessage,
  unsettled: UnsettledMessage,
): void {
  const { settlement, queue, log } = options
  if (!settlement) return
  let timer: NodeJS.Timeout
  let pass: (value: true) => void = () => {}
  const isSetAside = new Promise<true>(resolve => {
    pass = resolve
  })
  unsettled.passed = Promise.race([unsettled.settled, isSetAside])
  const setAside = () => {
    if (unsettled.setAside !== undefined) return
    const delivery = toDelivery(message)
    // One without a subject is about nothing that somebody waits for.
    const subject = settlement.subjectOf(delivery) ?? ''
    unsettled.setAside = subject
    log.warn({ queue, messageId: delivery.messageId, subject }, 'Message cannot be processed yet, set aside')
    pass(true)
  }
  const look = () => {
    if (session.isLost() || state.stopping) return
    setAside()
    wait()
  }
  const wait = () => {
    timer = setTimeout(look, settlement.patienceMs ?? defaultPatienceMs)
  }
  wait()
  void unsettled.settled.then(isSettled => {
    clearTimeout(timer)
    if (isSettled && unsettled.setAside !== undefined)
      log.info({ queue, subject: unsettled.setAside }, 'Message that was set aside is settled')
  })
}

/**
 * Gives the place of a consumer up when its process is not served: it closes the channel. The broker returns its messages to the
 * queue, in their order, and gives them to other consumers.
 */
export function leaveWhenUnserved(options: ConsumerOptions, state: ConsumerState, session: ConsumerSession): void {
  const { isServed, queue, log } = options
  if (!isServed) return
  const timer = setInterval(() => {
    if (isServed() || state.stopping || state.isAway) return
    if (performance.now() < state.staysUntil) return
    state.isAway = true
    if (session.pending.size > 0) state.givenUp += 1
    log.warn({ queue }, 'Messages cannot be processed here, leaving them to another process')
    session.channel.close().catch(() => {})
  }, askAgainMs)
  session.channel.once('close', () => clearInterval(timer))
}

/**
 * Consumes again on a new channel, as soon as this process is served and has been away for long enough. Where no other has the place, it
 * comes back at once and stays for its back-off time: the database may just be slow for all processes, and messages in hand are
 * processed when it answers.
 */
export async function consumeWhenServed(
  options: ConsumerOptions,
  state: ConsumerState,
  session: ConsumerSession,
  consume: (session: ConsumerSession) => Promise<void>,
): Promise<void> {
  const { isServed = () => true, queue, log } = options
  const isOver = () => session.isLost() || state.stopping
  const absenceMs = backoffMs(Math.max(state.givenUp, 1), absence)
  const until = performance.now() + absenceMs
  /** Single active consumers that wait are not counted. */
  const isPlaceTaken = async () => (await session.channel.checkQueue(queue)).consumerCount > 0
  try {
    do await session.pause(askAgainMs)
    while (!isOver() && (performance.now() < until || !isServed()) && (await isPlaceTaken()))
    if (isOver()) return
    state.staysUntil = performance.now() + absenceMs
    await whileReplying(consume(session), 'the consume')
    state.isAway = false
  } catch (error) {
    log.warn({ reason: errorText(error), queue }, 'Cannot consume, opening the channel again')
    session.channel.close().catch(() => {})
  }
}
