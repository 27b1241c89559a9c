import { type CloudEvent, cloudEventContentType, eventsExchange } from '@campstore/contract/messages/events'
import { activeSpan } from '@campstore/core/telemetry/spans'
import type { Transaction } from '@campstore/database/database'

/**
 * A message of a transaction, to be published after its commit. It is JSON with these keys: the same array goes to
 * {@link addToOutbox} and, as one `jsonb` parameter, to SQL functions that embed {@link outboxInsert}.
 */
export type OutboxMessage = {
  /** Unique; consumers recognise a redelivery by it. */
  messageId: string
  /** Empty for the default exchange, where the routing key is the name of a queue. */
  exchange: string
  routingKey: string
  contentType: string
  /** Whether it is an error when no queue takes the message: true for hold timers, false for events. */
  mandatory: boolean
  /** Id of the booking or order, for people who read the table. */
  subject: string
  body: unknown
  traceparent?: string | undefined
}

/**
 * The SQL statement that adds messages to the outbox in the order of the array.
 *
 * @param messages SQL expression of type `jsonb`: an array of {@link OutboxMessage}, such as `$1::jsonb` or a parameter's name
 */
export function outboxInsert(schema: string, messages: string): string {
  return `
    insert into ${schema}.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body, traceparent)
    select "messageId", exchange, "routingKey", "contentType", mandatory, subject, body, traceparent
    from rows from (
      jsonb_to_recordset(${messages}) as (
        "messageId" text,
        exchange text,
        "routingKey" text,
        "contentType" text,
        mandatory boolean,
        subject text,
        body jsonb,
        traceparent text
      )
    ) with ordinality as message
    order by ordinality`
}

/** Adds messages to the outbox in their transaction: they are published if, and only if, it commits. */
export async function addToOutbox(tx: Transaction, schema: string, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.query({
    name: `outbox:${schema}`,
    text: outboxInsert(schema, '$1::jsonb'),
    values: [JSON.stringify(messages)],
  })
}

/** The message of an event: routing key = type, structured mode (docs/contract/messages.md#events). */
export function eventMessage(event: CloudEvent): OutboxMessage {
  return {
    messageId: event.id,
    exchange: eventsExchange,
    routingKey: event.type,
    contentType: cloudEventContentType,
    mandatory: false,
    subject: event.subject,
    body: event,
    traceparent: activeSpan()?.traceparent,
  }
}
