import type { CloudEvent } from '@campstore/contract/messages/events'
import { cloudEventContentType, eventsExchange } from '@campstore/contract/messages/events'
import type { Queryable } from '@campstore/database/database'
import type { Pool } from 'pg'

/**
 * A message decided in a transaction, to be published after it. All of it is JSON, under exactly these keys: the same array
 * goes to {@link addToOutbox} and, as one `jsonb` parameter, to SQL functions that embed {@link outboxInsert}.
 */
export type OutboxMessage = {
  /** Unique; a consumer recognises a repeated delivery by it. */
  messageId: string
  /** Empty for the default exchange, where the routing key is the name of a queue. */
  exchange: string
  routingKey: string
  contentType: string
  /** Whether a message that reaches no queue is a failure: true for holds, false for events nobody listens to. */
  mandatory: boolean
  /** Id of what the message is about, for people who look into the table. */
  subject: string
  body: unknown
}

/**
 * The SQL statement that adds messages to the outbox in the order of the array.
 *
 * @param messages SQL expression of type `jsonb`: an array of {@link OutboxMessage}, such as `$1::jsonb` or a parameter's name
 */
export function outboxInsert(schema: string, messages: string): string {
  return `
    insert into ${schema}.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body)
    select "messageId", exchange, "routingKey", "contentType", mandatory, subject, body
    from rows from (
      jsonb_to_recordset(${messages}) as (
        "messageId" text,
        exchange text,
        "routingKey" text,
        "contentType" text,
        mandatory boolean,
        subject text,
        body jsonb
      )
    ) with ordinality as message
    order by ordinality`
}

/** Adds messages to the outbox in the transaction that decided them: they are published if, and only if, it commits. */
export async function addToOutbox(tx: Queryable, schema: string, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.query({
    name: `outbox:${schema}`,
    text: outboxInsert(schema, '$1::jsonb'),
    values: [JSON.stringify(messages)],
  })
}

/** The message that tells the world of an event (decisions.md, 10: routing key = type, structured mode). */
export function eventMessage(event: CloudEvent): OutboxMessage {
  return {
    messageId: event.id,
    exchange: eventsExchange,
    routingKey: event.type,
    contentType: cloudEventContentType,
    mandatory: false,
    subject: event.subject,
    body: event,
  }
}

/** Channel on which relays are told that a schema's outbox has something. */
export const outboxChannel = (schema: string): string => `${schema}_outbox`

/** How long signals are batched before one notification goes out. */
const gatheringMs = 15

/**
 * Makes the signal that use cases give after their commit, so that relays publish at once instead of at their next poll.
 *
 * The notification is not sent inside the transaction: a commit that notifies takes a lock of the whole database cluster,
 * which would let one checkout commit at a time. Signals given close together send one notification. One that is lost
 * costs a poll's delay, so failures are ignored.
 *
 * @returns the signal; it never throws and never waits
 */
export function createOutboxSignal(pool: Pool, schema: string): () => void {
  let gathering = false
  const notify = () => {
    gathering = false
    pool
      .query({ name: 'outbox-notify', text: "select pg_notify($1, '')", values: [outboxChannel(schema)] })
      .catch(() => {})
  }
  return () => {
    if (gathering) return
    gathering = true
    setTimeout(notify, gatheringMs).unref()
  }
}
