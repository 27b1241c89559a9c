import { parseJson } from '@campstore/core/parse-json'
import type { ConsumeMessage } from 'amqplib'
import type { OutgoingMessage } from './publisher.ts'
import { directReplyTo } from './topology.ts'

/**
 * `type` of a settlement check: a request to the consumer of a queue, sent through that queue. The consumer replies when
 * everything that came before it is settled.
 */
export const checkType = 'campstore.settlement-check'

export type SettlementCheck = NonNullable<ReturnType<typeof parseSettlementCheck>>

/**
 * Parses a settlement check; undefined for any other message. Only processes of the same service get a reply. The broker ensures
 * that: it rejects a message whose user id is not its publisher's. A forged reply address would cost the replying connection.
 */
export function parseSettlementCheck(message: ConsumeMessage, user: string) {
  const { fields, properties } = message
  const { type, replyTo, correlationId, headers, userId } = properties
  if (type !== checkType || userId !== user) return undefined
  if (typeof replyTo !== 'string' || !replyTo.startsWith(`${directReplyTo}.`)) return undefined
  if (typeof correlationId !== 'string') return undefined
  const counts: unknown[] = [headers?.['x-delivery-count'], headers?.['x-acquired-count']]
  return {
    /** The reply, which names the messages that are set aside, by their subjects. */
    reply: (queue: string, setAside: readonly string[]): OutgoingMessage => ({
      exchange: '',
      routingKey: replyTo,
      content: Buffer.from(JSON.stringify({ queue, setAside } satisfies Reply)),
      mandatory: false,
      properties: { type: checkType, correlationId },
    }),
    /** It may be out of order, so it proves nothing and gets no reply. */
    isRedelivered: fields.redelivered || counts.some(count => typeof count === 'number' && count > 0),
  }
}

/** The reply of a consumer: which queue the check came from, and the subjects of the messages that it has set aside. */
export type Reply = { queue: string; setAside: readonly string[] }

/** Parses a reply; undefined for one that is not ours. */
export function parseReply({ content }: ConsumeMessage): Reply | undefined {
  const body = parseJson(content)
  if (typeof body !== 'object' || body === null || !('queue' in body) || !('setAside' in body)) return undefined
  const { queue, setAside } = body
  if (typeof queue !== 'string' || !Array.isArray(setAside)) return undefined
  return setAside.every(subject => typeof subject === 'string') ? { queue, setAside } : undefined
}
