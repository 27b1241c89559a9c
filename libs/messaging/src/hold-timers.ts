import { MessageFault } from './fault.ts'
import type { OutboxMessage } from './outbox.ts'
import { consumerQueues, quorumQueue, type Topology } from './topology.ts'

/** Direct exchange to which held messages go when their hold ends. */
export const holdsExchange = 'campstore.holds'

/** The queues of a hold: what is published to the delay queue arrives on the expired queue when the hold has ended. */
export type HoldQueues = { holdSeconds: number; delayQueue: string; expiredQueue: string }

/**
 * Names the queues of a hold: `booking.hold` of 900 seconds is delayed in `booking.hold.900s` and comes out of
 * `booking.hold-expired`. The time is part of the delay queue's name, so that a changed hold makes a new queue, and those
 * of an earlier configuration still deliver.
 */
export function holdQueues(hold: { name: string; holdSeconds: number }): HoldQueues {
  return {
    holdSeconds: hold.holdSeconds,
    delayQueue: `${hold.name}.${hold.holdSeconds}s`,
    expiredQueue: `${hold.name}-expired`,
  }
}

/** What a hold needs in the broker, with all that a consumer of its expired queue needs. */
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

/**
 * The message that comes back when a hold ends. The hold runs from its publication, so it never comes back early.
 *
 * @param subject id of the booking or order that holds
 */
export function holdMessage(holds: HoldQueues, message: { messageId: string; subject: string }): OutboxMessage {
  return {
    messageId: message.messageId,
    exchange: '',
    routingKey: holds.delayQueue,
    contentType: 'application/json',
    mandatory: true,
    subject: message.subject,
    body: { subject: message.subject },
  }
}

/**
 * Reads whose hold has ended from a message of the expired queue.
 *
 * @throws MessageFault when it is not a message of {@link holdMessage}
 */
export function parseHoldTimer(content: Buffer): string {
  const body = jsonOf(content)
  if (typeof body === 'object' && body !== null && 'subject' in body && typeof body.subject === 'string') {
    return body.subject
  }
  throw new MessageFault('not a hold message')
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
