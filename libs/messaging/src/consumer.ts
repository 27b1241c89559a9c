import { continueTrace, runInSpan } from '@campstore/core/telemetry/spans'
import { withTimeout } from '@campstore/core/with-timeout'
import type { ConsumeMessage } from 'amqplib'
import { reopen } from './channel.ts'
import {
  type ConsumerOptions,
  type ConsumerSession,
  createSession,
  newConsumerState,
  settleBy,
  type UnsettledMessage,
} from './consumer-session.ts'
import { errorText } from './error-text.ts'
import { consumeWhenServed, leaveWhenUnserved, mostInHand, reportSetAside, watchMessage } from './given-up.ts'
import { handleWithRetries, republish } from './retry-policy.ts'
import { parseSettlementCheck, type SettlementCheck } from './settlement-check.ts'

export { type Delivery, done, forward } from './delivery.ts'

export type Consumer = {
  /**
   * Waits until the unacknowledged messages are settled. Messages that are not settled in time, and new ones, are redelivered
   * to another consumer.
   */
  stop(): Promise<void>
}

/**
 * Consumes a queue until stopped, through every loss of the connection, the channel or the queue. A message is acknowledged
 * after its effect, or after the broker has confirmed its copy in the parking queue or another one. So each is processed at
 * least once, and a handler that must act once uses {@link insertInboxEntry}.
 *
 * A message that fails stays unacknowledged and is retried in place, with a back-off: no later message can overtake it
 * unnoticed. Only a faulty message is parked ({@link handleWithRetries}).
 */
export function startConsumer(options: ConsumerOptions): Consumer {
  const { broker, queue, log, prefetch } = options
  const state = newConsumerState(options)
  let session: ConsumerSession | undefined
  let isFirst = true

  const consume = async (current: ConsumerSession) => {
    await current.channel.consume(queue, message => receive(current, message))
    leaveWhenUnserved(current)
    if (state.isAway || !isFirst) return
    isFirst = false
    log.info({ queue }, 'Consuming')
  }
  const channel = broker.consuming.openChannel(async opened => {
    const current = createSession(opened, options, state)
    session = current
    await opened.prefetch(options.settlement ? mostInHand : prefetch)
    if (state.isAway) void consumeWhenServed(current, consume)
    else await consume(current)
  })
  const endReport = options.settlement ? reportSetAside(queue, () => session?.pending ?? []) : undefined

  return {
    async stop() {
      // No cancel: it would activate another consumer while this one has unacknowledged messages. Messages that arrive
      // now are ignored, and requeued when the channel closes.
      state.stopping = true
      session?.endPauses()
      const pending = [...(session?.pending ?? [])]
      await withTimeout(options.stopTimeoutMs ?? 10_000, Promise.all(pending.map(({ settled }) => settled)))
      await channel.close()
      endReport?.()
    },
  }
}

function receive(session: ConsumerSession, message: ConsumeMessage | null): void {
  const { options, state } = session
  if (!message) {
    state.failures.failed('the broker cancelled the consumer')
    reopen(session.channel)
    return
  }
  if (state.stopping) return
  const check = options.settlement ? parseSettlementCheck(message, options.broker.user) : undefined
  if (check) {
    settleBy('ack', session, message)
    void replyWhenSettled(options, check, [...session.pending])
    return
  }
  const settled = settleTraced(session, message, () => unsettled.setAside !== undefined)
  const unsettled: UnsettledMessage = { settled, passed: settled, setAside: undefined }
  session.pending.add(unsettled)
  watchMessage(session, message, unsettled)
  void settled.then(() => session.pending.delete(unsettled))
}

/**
 * Replies when every message before the check is settled or set aside, and names the latter; never replies if one was left to a
 * redelivery.
 */
async function replyWhenSettled(
  { broker, queue, log }: ConsumerOptions,
  check: SettlementCheck,
  before: readonly UnsettledMessage[],
): Promise<void> {
  if (check.isRedelivered) return
  const results = await Promise.all(before.map(({ passed }) => passed))
  if (results.includes(false)) return
  const setAside = before.flatMap(message => message.setAside ?? [])
  try {
    await broker.publisher.publish(check.reply(queue, setAside))
  } catch (error) {
    // The sender checks again.
    log.debug({ reason: errorText(error), queue }, 'Cannot reply to a settlement check')
  }
}

/** Processes one message in the trace that its header `traceparent` names. */
function settleTraced(session: ConsumerSession, message: ConsumeMessage, isSetAside: () => boolean): Promise<boolean> {
  const { queue } = session.options
  const { messageId, headers } = message.properties
  const attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'process',
    'messaging.destination.name': queue,
    'messaging.message.id': messageId,
  }
  const span = continueTrace({ name: `process ${queue}`, kind: 'consumer', attributes }, headers?.traceparent)
  return runInSpan(span, () => settle(session, message, isSetAside)).finally(() => span?.end())
}

/**
 * Processes one message and settles it; false when it was not settled and is redelivered. Never throws. A message that cannot be
 * republished is rejected, so that the broker parks it unchanged.
 */
async function settle(session: ConsumerSession, message: ConsumeMessage, isSetAside: () => boolean): Promise<boolean> {
  const result = await handleWithRetries(session, message, isSetAside)
  const how = typeof result === 'string' ? result : await republish(session, result)
  return how !== 'leave' && settleBy(how, session, message)
}
