import type { ConsumeMessage, Options } from 'amqplib'
import type { OutgoingMessage } from './publisher.ts'
import { parkedQueue } from './topology.ts'

/**
 * The broker's direct reply-to: it replaces it by an address to which only the connection that published can be answered, and
 * closes the channel of whoever publishes it without listening there.
 */
export const directReplyTo = 'amq.rabbitmq.reply-to'

export const parkedReasonHeader = 'x-parked-reason'
/** Where a parked message came from. */
const sourceExchangeHeader = 'x-source-exchange'
const sourceRoutingKeyHeader = 'x-source-routing-key'

/** What a consumer is given to handle. */
export type Delivery = {
  content: Buffer
  /** The publisher's id; absent where it gave none. */
  messageId: string | undefined
  contentType: string | undefined
  headers: Readonly<Record<string, unknown>>
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads a message as it came from the broker. */
export const deliveryOf = ({ content, properties }: ConsumeMessage): Delivery => ({
  content,
  messageId: text(properties.messageId),
  contentType: text(properties.contentType),
  headers: properties.headers ?? {},
})

/** A message that is given up: for the parking queue, with the reason and where it came from. */
export const parked = (message: ConsumeMessage, queue: string, reason: string): OutgoingMessage =>
  forwarded(message, parkedQueue(queue), {
    [sourceExchangeHeader]: message.fields.exchange,
    [sourceRoutingKeyHeader]: message.fields.routingKey,
    [parkedReasonHeader]: reason,
  })

/** Headers the broker writes, or acts on: a copy to other queues is not what passing on means. */
const brokersHeader = /^(x-death|x-first-death-.*|x-last-death-.*|x-delivery-count|x-acquired-count|CC|BCC)$/

/**
 * A message handed to someone else: body, properties and headers as its publisher made them, and some more headers. Leaves out
 * what would let the message vanish or be refused: an expiration of its own, and the user id, which the broker compares with
 * ours; that is kept in a header.
 */
export function forwarded(
  message: ConsumeMessage,
  queue: string,
  added: Readonly<Record<string, string>>,
): OutgoingMessage {
  const { properties } = message
  const received = Object.entries(properties.headers ?? {}).filter(([name]) => !brokersHeader.test(name))
  const kept: Options.Publish = {
    contentType: properties.contentType,
    contentEncoding: properties.contentEncoding,
    priority: properties.priority,
    correlationId: properties.correlationId,
    replyTo: properties.replyTo === directReplyTo ? undefined : properties.replyTo,
    messageId: properties.messageId,
    timestamp: properties.timestamp,
    type: properties.type,
    appId: properties.appId,
  }
  const userId = properties.userId === undefined ? {} : { 'x-user-id': properties.userId }
  return {
    exchange: '',
    routingKey: queue,
    content: message.content,
    mandatory: true,
    properties: { ...kept, headers: { ...Object.fromEntries(received), ...userId, ...added } },
  }
}
