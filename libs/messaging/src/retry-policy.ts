import { backoffMs } from '@campstore/core/backoff'
import type { ConsumeMessage } from 'amqplib'
import type { ConsumerSession } from './consumer-session.ts'
import { forwardedCopy, parkedCopy, toDelivery } from './delivery.ts'
import { errorText, redactedErrorText } from './error-text.ts'
import { classifyFailure } from './failure.ts'
import { type OutgoingMessage, PublishError } from './publisher.ts'

/** How a message ends: acknowledged; rejected, so that the broker parks it; or left unsettled, so that the broker redelivers it. */
type Disposition = 'ack' | 'reject' | 'leave'

const defaultRetryDelays = [200, 1_000]
const backoff = { longestMs: 2_000 }

/**
 * Calls the handler until the disposition of a message is known.
 *
 * A transient failure is retried until it passes. A message is parked when it has failed through its own fault once more than
 * there are `retryDelays`. A failure of unknown cause counts as its own fault while other messages succeed. Returns how the
 * message ends, or the copy to publish before it is acknowledged.
 */
export async function handleWithRetries(
  session: ConsumerSession,
  message: ConsumeMessage,
  isSetAside: () => boolean,
): Promise<Disposition | OutgoingMessage> {
  const { options, state } = session
  const { queue, log, retryDelays = defaultRetryDelays } = options
  const delivery = toDelivery(message)
  const { messageId } = delivery
  let processedBefore: number | undefined
  let othersSucceed = false
  const mustLeave = () => state.stopping || session.isLost()
  const handle = async () => {
    if (mustLeave()) return undefined
    processedBefore ??= state.processed
    othersSucceed = state.processed > processedBefore
    return options.handle(delivery)
  }
  let ownFailures = 0
  for (let failures = 1; ; failures += 1) {
    try {
      // Before its first attempt it waits only for others.
      const inTurn = failures > 1 && isSetAside() ? session.attemptsAside : session.attempts
      const result = await inTurn(handle)
      if (!result) return 'leave'
      if (result.outcome === 'forward') return forwardedCopy(message, queue, result.queue, result.headers)
      noteSuccess(session)
      return 'ack'
    } catch (error) {
      const reason = redactedErrorText(error)
      const failure = classifyFailure(error)
      const isOwn = failure === 'permanent' || (failure === 'unknown' && othersSucceed)
      if (isOwn) ownFailures += 1
      if (ownFailures > retryDelays.length) {
        log.error({ reason, attempts: failures, queue, messageId }, 'Message parked')
        return parkedCopy(message, queue, `failed ${failures} times, last error: ${reason}`)
      }
      if (isOwn && ownFailures === 1) log.warn({ reason, queue, messageId }, 'Message failed, retrying')
      if (!isOwn) state.failures.failed(reason)
      if (mustLeave()) return 'leave'
      await session.pause((isOwn ? retryDelays[ownFailures - 1] : undefined) ?? backoffMs(failures, backoff))
      if (mustLeave()) return 'leave'
    }
  }
}

function noteSuccess({ state }: ConsumerSession): void {
  state.processed += 1
  state.givenUp = 0
  state.failures.succeeded()
  state.absences.succeeded()
}

/**
 * Attempts to republish a message before it is rejected. An unreadable copy costs the publisher its channel or connection each
 * time.
 */
const maxRefusals = 5

/**
 * Publishes the copy of a message until the broker has confirmed it. Returns `reject` when it never will: the copy cannot be
 * encoded, or the broker keeps refusing it.
 */
export async function republish(session: ConsumerSession, copy: OutgoingMessage): Promise<Disposition> {
  const { state, options } = session
  const { queue, log, broker } = options
  let refusals = 0
  for (let failures = 1; !session.isLost(); failures += 1) {
    try {
      await broker.publisher.publish(copy)
      state.republications.succeeded()
      return 'ack'
    } catch (error) {
      const fields = { reason: errorText(error), queue, nextQueue: copy.routingKey }
      const failure = error instanceof PublishError ? error.failure : undefined
      if (failure === 'untaken') refusals += 1
      if (failure === 'unencodable' || refusals >= maxRefusals) {
        log.error(fields, 'Cannot republish a message, the broker parks it')
        return 'reject'
      }
      state.republications.failed(fields.reason, { nextQueue: copy.routingKey })
      if (state.stopping) return 'leave'
      await session.pause(backoffMs(failures, backoff))
    }
  }
  return 'leave'
}
