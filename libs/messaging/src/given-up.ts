import { backoffMs } from '@campstore/core/backoff'
import { gauge } from '@campstore/core/telemetry/metrics'
import type { ConsumeMessage } from 'amqplib'
import type { ConsumerOptions, ConsumerSession, ConsumerState, UnsettledMessage } from './consumer-session.ts'
import { toDelivery } from './delivery.ts'
import { errorText } from './error-text.ts'
import { rejectAfter } from './reject-after.ts'

/** The treatment of messages that a single active consumer cannot settle: docs/decisions.md, 146. */

const defaultPatienceMs = 5_000
/** How long the question whether this process is served may take. */
const serviceTimeoutMs = 5_000
/** How often a process that has given its place up asks whether it is served. */
const askAgainMs = 1_000
/** A place that was given up again, although the process was served all the time, is wanted after so long, and twice as long. */
const absence = { firstMs: 5_000, longestMs: 60_000 }
const consumeTimeoutMs = 15_000

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
 * Looks after a message that stays unsettled. Where this process is served, the message itself cannot be processed: it is set
 * aside. It stays in hand and is retried, but settlement checks name it instead of waiting for it. At most half of the
 * prefetch is set aside, so that other messages come in. Where this process is not served, it gives its place up to another one.
 */
export function watchMessage(
  options: ConsumerOptions,
  state: ConsumerState,
  session: ConsumerSession,
  message: ConsumeMessage,
  unsettled: UnsettledMessage,
): void {
  const { settlement, queue, log, prefetch } = options
  if (!settlement) return
  let timer: NodeJS.Timeout
  let settled = false
  let pass: (value: true) => void = () => {}
  const isSetAside = new Promise<true>(resolve => {
    pass = resolve
  })
  unsettled.passed = Promise.race([unsettled.settled, isSetAside])
  const setAside = () => {
    const delivery = toDelivery(message)
    const subject = unsettled.setAside ?? settlement.subjectOf(delivery)
    const inHand = [...session.pending].filter(({ setAside }) => setAside !== undefined).length
    if (unsettled.setAside !== undefined || subject === undefined || inHand >= prefetch / 2) return
    unsettled.setAside = subject
    log.warn({ queue, messageId: delivery.messageId, subject }, 'Message cannot be processed yet, set aside')
    pass(true)
  }
  const look = async () => {
    const isServed = await askOnce(session, settlement.isServed)
    if (settled || session.isLost() || state.stopping) return
    if (isServed) setAside()
    else giveUp(options, state, session)
    wait()
  }
  const wait = () => {
    timer = setTimeout(() => void look(), settlement.patienceMs ?? defaultPatienceMs)
  }
  wait()
  void unsettled.settled.then(isSettled => {
    settled = true
    clearTimeout(timer)
    if (isSettled && unsettled.setAside !== undefined)
      log.info({ queue, subject: unsettled.setAside }, 'Message that was set aside is settled')
  })
}

const asked = new WeakMap<ConsumerSession, Promise<boolean>>()

/** Messages that wait at the same time share the question. */
function askOnce(session: ConsumerSession, isServed: () => Promise<boolean>): Promise<boolean> {
  const asking =
    asked.get(session) ??
    answerOf(isServed).finally(() => {
      asked.delete(session)
    })
  asked.set(session, asking)
  return asking
}

const answerOf = (isServed: () => Promise<boolean>): Promise<boolean> =>
  Promise.race([isServed(), rejectAfter(serviceTimeoutMs, 'No answer')]).catch(() => false)

/** Closes the channel: the broker returns its messages to the queue, in their order, and activates another consumer. */
function giveUp({ queue, log }: ConsumerOptions, state: ConsumerState, session: ConsumerSession): void {
  if (state.isAway) return // for another one of its messages
  state.givenUp += 1
  state.isAway = true
  log.warn({ queue }, 'Messages cannot be processed here, leaving them to another process')
  session.channel.close().catch(() => {})
}

const absenceMs = (givenUp: number): number => (givenUp < 2 ? askAgainMs : backoffMs(givenUp - 1, absence))

/** Consumes again on a new channel, as soon as this process is served. */
export async function consumeWhenServed(
  options: ConsumerOptions,
  state: ConsumerState,
  session: ConsumerSession,
  consume: (session: ConsumerSession) => Promise<void>,
): Promise<void> {
  const { settlement, queue, log } = options
  const isOver = () => session.isLost() || state.stopping
  const isServed = async () => {
    if (!settlement || (await answerOf(settlement.isServed))) return true
    state.givenUp = 1
    return false
  }
  do {
    await session.pause(absenceMs(state.givenUp))
  } while (!isOver() && !(await isServed()))
  if (isOver()) return
  try {
    await Promise.race([consume(session), rejectAfter(consumeTimeoutMs, 'No reply')])
    state.isAway = false
  } catch (error) {
    log.warn({ reason: errorText(error), queue }, 'Cannot consume, opening the channel again')
    session.channel.close().catch(() => {})
  }
}
