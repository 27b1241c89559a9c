import type { ConsumeMessage, Options } from 'amqplib'
import { impersonalErrorText } from './error-text.ts'
import type { OutgoingMessage } from './publisher.ts'
import { parkedQueue, retryQueue } from './topology.ts'

/** Headers that a consumer's messages carry while they wait for another attempt, and when they are parked. */
export const attemptHeader = 'x-attempt'
export const lastErrorHeader = 'x-last-error'
export const parkedReasonHeader = 'x-parked-reason'
/** Where a message first came from; a waiting one comes back through the default exchange. */
const sourceExchangeHeader = 'x-source-exchange'
const sourceRoutingKeyHeader = 'x-source-routing-key'

/** What a consumer is given to handle. */
export type Delivery = {
  content: Buffer
  /** The publisher's id; absent where it gave none. */
  messageId: string | undefined
  contentType: string | undefined
  headers: Readonly<Record<string, unknown>>
  /** Exchange and routing key of the first publication, also on later attempts. */
  exchange: string
  routingKey: string
  /** 1 for the first attempt. Attempts that failed for the environment's sake are not counted. */
  attempt: number
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads a message as it came from the broker. */
export function deliveryOf(message: ConsumeMessage): Delivery {
  const headers: Record<string, unknown> = message.properties.headers ?? {}
  const attempted = headers[attemptHeader]
  return {
    content: message.content,
    messageId: text(message.properties.messageId),
    contentType: text(message.properties.contentType),
    headers,
    exchange: text(headers[sourceExchangeHeader]) ?? message.fields.exchange,
    routingKey: text(headers[sourceRoutingKeyHeader]) ?? message.fields.routingKey,
    attempt: typeof attempted === 'number' && attempted > 0 ? attempted + 1 : 1,
  }
}

/** What becomes of a message whose handling failed. */
export type AfterFailure = { fate: 'retry' | 'environment' | 'park'; reason: string; message: OutgoingMessage }

/**
 * Decides a failed message's next station: the retry queue of its attempt, parking after the last one. Where the
 * environment was the cause, the retry queue of the shortest delay, as often as it takes: a payment that waits longer than
 * the outage could find its hold swept.
 */
export function afterFailure(
  message: ConsumeMessage,
  error: unknown,
  options: { queue: string; retryDelays: readonly [number, ...number[]]; isTransient(error: unknown): boolean },
): AfterFailure {
  const { queue, retryDelays } = options
  const { attempt, exchange, routingKey } = deliveryOf(message)
  const reason = impersonalErrorText(error)
  const waiting = (delay: number, attempts: number) =>
    passedOn(message, retryQueue(queue, delay), {
      [sourceExchangeHeader]: exchange,
      [sourceRoutingKeyHeader]: routingKey,
      [attemptHeader]: attempts,
      [lastErrorHeader]: reason,
    })
  if (options.isTransient(error)) {
    return { fate: 'environment', reason, message: waiting(Math.min(...retryDelays), attempt - 1) }
  }
  const delay = retryDelays[attempt - 1]
  if (delay !== undefined) return { fate: 'retry', reason, message: waiting(delay, attempt) }
  const parked = passedOn(message, parkedQueue(queue), {
    [sourceExchangeHeader]: exchange,
    [sourceRoutingKeyHeader]: routingKey,
    [attemptHeader]: attempt,
    [parkedReasonHeader]: `failed ${attempt} times, at last with ${reason}`,
  })
  return { fate: 'park', reason, message: parked }
}

/** A message handed to someone else: body, properties and headers as its publisher made them, and some more headers. */
export function forwarded(
  message: ConsumeMessage,
  queue: string,
  headers: Readonly<Record<string, string>>,
): OutgoingMessage {
  const own = [attemptHeader, lastErrorHeader, sourceExchangeHeader, sourceRoutingKeyHeader]
  const outgoing = passedOn(message, queue, headers)
  const kept = Object.entries(outgoing.properties.headers ?? {}).filter(([name]) => !own.includes(name))
  return { ...outgoing, properties: { ...outgoing.properties, headers: Object.fromEntries(kept) } }
}

/** Headers the broker writes, or acts on: a copy to other queues is not what passing on means. */
const brokersHeader = /^(x-death|x-first-death-.*|x-last-death-.*|x-delivery-count|x-acquired-count|CC|BCC)$/

/**
 * Leaves out what would let the message vanish or be refused: an expiration of its own, and the user id, which the broker
 * compares with ours; that is kept in a header.
 */
function passedOn(message: ConsumeMessage, queue: string, added: Record<string, string | number>): OutgoingMessage {
  const { properties } = message
  const received = Object.entries(properties.headers ?? {}).filter(([name]) => !brokersHeader.test(name))
  const kept: Options.Publish = {
    contentType: properties.contentType,
    contentEncoding: properties.contentEncoding,
    priority: properties.priority,
    correlationId: properties.correlationId,
    replyTo: properties.replyTo,
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
