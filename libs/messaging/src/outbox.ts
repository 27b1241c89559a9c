import { gauge } from '@campstore/core/telemetry/metrics'
import type { Queryable, Transaction } from '@campstore/database/database'

const age = gauge(
  'campstore_outbox_age_seconds',
  'Age of the oldest message that waits in the outbox; 0 if none does.',
  ['schema'],
)

/**
 * A message of a transaction, to be published after its commit. It is JSON with these keys: the same array goes to
 * {@link addToOutbox} and, as one `jsonb` parameter, to SQL functions that call `publish` of their schema (sql/functions/publish.sql).
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

/** Adds messages to the outbox in their transaction: they are published if, and only if, it commits. */
export async function addToOutbox(tx: Transaction, schema: string, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.query({ name: `outbox:${schema}`, text: `select ${schema}.publish($1)`, values: [JSON.stringify(messages)] })
}

/** Where a message goes, which alone decides whether a queue takes it. */
export type Route = { exchange: string; routing_key: string }

/** A message that waits to be published. */
export type OutboxRow = Route & {
  id: string
  message_id: string
  content_type: string
  mandatory: boolean
  body: string
  created_seconds: number
  traceparent: string | null
}

/** How many batches that other relays have claimed are skipped. */
const skippedBatches = 4

/**
 * Claims the oldest rows that no other relay has claimed. The rows of the inner query are locked one by one, in order, and up
 * to the limit, because a locked row stays claimed.
 */
export async function claimOldest(
  client: Queryable,
  schema: string,
  size: number,
  suspended: readonly Route[],
): Promise<string[]> {
  const isAnySuspended = suspended.length > 0
  const routes = [suspended.map(({ exchange }) => exchange), suspended.map(({ routing_key }) => routing_key)]
  const claimed = await client.query<{ id: string }>({
    name: `relay-claim${isAnySuspended ? '-others' : ''}:${schema}:${size}`,
    // The limits are literals: as parameters they would prevent a generic plan.
    text: `
      with oldest as materialized (
        select id
        from ${schema}.outbox
        ${isAnySuspended ? 'where (exchange, routing_key) not in (select * from unnest($1::text[], $2::text[]))' : ''}
        order by id
        limit ${size * (1 + skippedBatches)}
      )
      select id
      from oldest
      where pg_try_advisory_lock(hashtext('${schema}.outbox'), (id % 2147483648)::integer)
      limit ${size}`,
    values: isAnySuspended ? routes : [],
  })
  return claimed.rows.map(({ id }) => id)
}

/** Reads the claimed rows in order, without rows that another relay had published before the claim. */
export async function readClaimed(client: Queryable, schema: string, ids: readonly string[]): Promise<OutboxRow[]> {
  const claimed = await client.query<OutboxRow>({
    name: `relay-read:${schema}`,
    text: `
      select id, message_id, exchange, routing_key, content_type, mandatory, body::text as body,
        extract(epoch from created_at)::integer as created_seconds, traceparent
      from ${schema}.outbox
      where id = any ($1::bigint[])
      order by id`,
    values: [ids],
  })
  return claimed.rows
}

/** Deletes rows that the broker has confirmed. */
export async function removePublished(client: Queryable, schema: string, rows: readonly { id: string }[]) {
  await client.query({
    name: `relay-remove:${schema}`,
    text: `delete from ${schema}.outbox where id = any ($1::bigint[])`,
    values: [rows.map(({ id }) => id)],
  })
}

/** Reports the age of the oldest message of an outbox. Every process of a service reports the same. */
export const reportOutboxAge = (database: Queryable, schema: string): (() => void) =>
  age.readFrom(async () => {
    const { rows } = await database.query<{ seconds: number }>({
      name: `outbox-age:${schema}`,
      text: `
        select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8 as seconds
        from ${schema}.outbox
        order by id
        limit 1`,
    })
    return [{ labels: { schema }, value: rows[0]?.seconds ?? 0 }]
  })
