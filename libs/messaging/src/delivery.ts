import type { ConsumeMessage } from 'amqplib'
import type { OutgoingMessage } from './publisher.ts'
import { directReplyTo, parkedQueue } from './topology.ts'

export const parkedReasonHeader = 'x-parked-reason'
const sourceExchangeHeader = 'x-source-exchange'
const sourceRoutingKeyHeader = 'x-source-routing-key'
/** The queue whose consumer has put a message into another queue. */
export const sourceQueueHeader = 'x-source-queue'

/** The parts of a message that a handler gets. */
export type Delivery = {
  content: Buffer
  /** The publisher's id; undefined where it gave none. */
  messageId: string | undefined
  contentType: string | undefined
  headers: Readonly<Record<string, unknown>>
}

/** The decision of a handler about a message; it throws when it fails. */
export type HandlerResult =
  | { outcome: 'done' }
  | { outcome: 'forward'; queue: string; headers: Readonly<Record<string, string>> }

export const done: HandlerResult = { outcome: 'done' }

/** The message goes to another queue, unchanged but for additional headers, such as the reason. */
export const forward = (queue: string, headers: Readonly<Record<string, string>>): HandlerResult => ({
  outcome: 'forward',
  queue,
  headers,
})

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const toDelivery = ({ content, properties }: ConsumeMessage): Delivery => ({
  content,
  messageId: stringOrUndefined(properties.messageId),
  contentType: stringOrUndefined(properties.contentType),
  headers: properties.headers ?? {},
})

/** The copy of a message for its parking queue, with the reason and its origin. */
export const parkedCopy = (message: ConsumeMessage, queue: string, reason: string): OutgoingMessage =>
  forwardedCopy(message, queue, parkedQueue(queue), {
    [sourceExchangeHeader]: message.fields.exchange,
    [sourceRoutingKeyHeader]: message.fields.routingKey,
    [parkedReasonHeader]: reason,
  })

/** Headers that the broker writes or acts on: CC and BCC would route the copy to other queues as well. */
const brokerHeaders = /^(x-death|x-first-death-.*|x-last-death-.*|x-delivery-count|x-acquired-count|CC|BCC)$/

/**
 * The copy of a message for another queue: body, properties and headers of its publisher, and additional headers. It omits
 * properties with which the copy could expire or be rejected: the expiration, and the user id, which the broker compares with
 * ours; a header keeps it.
 *
 * @param sourceQueue where the message was received; a header keeps it
 */
export function forwardedCopy(
  message: Pick<ConsumeMessage, 'content' | 'properties'>,
  sourceQueue: string,
  queue: string,
  additionalHeaders: Readonly<Record<string, string>>,
): OutgoingMessage {
  const { headers, userId, replyTo, expiration, deliveryMode, clusterId, ...copied } = message.properties
  const received = Object.entries(headers ?? {}).filter(([name]) => !brokerHeaders.test(name))
  const publisher = userId === undefined ? {} : { 'x-user-id': userId }
  return {
    exchange: '',
    routingKey: queue,
    content: message.content,
    mandatory: true,
    properties: {
      ...copied,
      replyTo: replyTo === directReplyTo ? undefined : replyTo,
      headers: {
        ...Object.fromEntries(received),
        ...publisher,
        [sourceQueueHeader]: sourceQueue,
        ...additionalHeaders,
      },
    },
  }
}
