import { parseMessage } from '@campstore/core/parse-json'
import { activeSpan } from '@campstore/core/telemetry/spans'
import { PermanentError } from './failure.ts'
import type { OutboxMessage } from './outbox.ts'
import { consumerQueues, quorumQueue, type Topology } from './topology.ts'

/** Direct exchange of expired hold timers. */
export const holdsExchange = 'campstore.holds'

/** The queues of hold timers: a message in the delay queue moves to the expired queue when the hold is over. */
export type HoldQueues = { holdSeconds: number; delayQueue: string; expiredQueue: string }

/**
 * Names the queues of hold timers: `booking.hold` of 900 seconds waits in `booking.hold.900s` and arrives in
 * `booking.hold-expired`. The seconds are part of the delay queue's name, so that a changed duration gets a new queue, and those
 * of earlier configurations still deliver.
 */
export function holdQueues(hold: { name: string; holdSeconds: number }): HoldQueues {
  return {
    holdSeconds: hold.holdSeconds,
    delayQueue: `${hold.name}.${hold.holdSeconds}s`,
    expiredQueue: `${hold.name}-expired`,
  }
}

/** The exchange and the queues of hold timers, including the consumer's. */
export function holdTopology(holds: HoldQueues): Topology {
  const { holdSeconds, delayQueue, expiredQueue } = holds
  const consumer = consumerQueues(expiredQueue, [{ exchange: holdsExchange, routingKey: expiredQueue }])
  const delay = quorumQueue(delayQueue, {
    ttlSeconds: holdSeconds,
    deadLetterTo: { exchange: holdsExchange, routingKey: expiredQueue },
  })
  return {
    exchanges: [{ name: holdsExchange, type: 'direct' }],
    queues: [...consumer.queues, delay],
    bindings: consumer.bindings,
  }
}

/** The timer of a hold. It starts when it is published, after the hold, so it never expires early. */
export function createHoldTimer(holds: HoldQueues, message: { messageId: string; subject: string }): OutboxMessage {
  return {
    messageId: message.messageId,
    exchange: '',
    routingKey: holds.delayQueue,
    contentType: 'application/json',
    mandatory: true,
    subject: message.subject,
    body: { subject: message.subject },
    traceparent: activeSpan()?.traceparent,
  }
}

/**
 * Parses a message of the expired queue.
 *
 * @throws PermanentError when it is not a message of {@link createHoldTimer}
 */
export function parseHoldTimer(content: Buffer): string {
  const json = parseMessage(content)
  const body = 'body' in json ? json.body : undefined
  if (typeof body === 'object' && body !== null && 'subject' in body && typeof body.subject === 'string') {
    return body.subject
  }
  throw new PermanentError('not a hold timer')
}
