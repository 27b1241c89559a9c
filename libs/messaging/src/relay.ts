import { transaction } from '@campstore/database/database'
import type { Logger } from '@campstore/telemetry/log'
import type { Pool, PoolClient } from 'pg'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'
import { listen } from './notifications.ts'
import { outboxChannel } from './outbox.ts'
import { type Publisher, PublishFailed } from './publisher.ts'

export type RelayOptions = {
  /** The relay keeps one of its connections busy while there is something to publish. */
  pool: Pool
  /** For the listening connection. */
  databaseUrl: string
  schema: string
  publisher: Pick<Publisher, 'publish' | 'isReady'>
  log: Logger
  /** Greatest number of messages per transaction; default 200. */
  batchSize?: number
  /** Greatest delay of a message whose signal was lost; default 1 s. */
  pollMs?: number
}

export type Relay = {
  /** Looks into the outbox at once. */
  wake(): void
  /** Ends after the batch in hand. What is left stays in the outbox for another relay, or the next start. */
  stop(): Promise<void>
}

/**
 * Publishes what transactions left in the outbox, at least once, oldest first, until stopped. Any number of relays of any
 * number of processes share the work. While the broker is away it waits, and disturbs the database only after that.
 */
export function startRelay(options: RelayOptions): Relay {
  const { schema, log } = options
  const size = options.batchSize ?? 200
  let failing = false

  const round = async (): Promise<Outcome> => {
    const { found, published, reason } = await publishBatch(options, size).catch(error => ({
      found: 0,
      published: 0,
      reason: errorText(error),
    }))
    if (published > 0) log.debug({ schema, published }, 'outbox published')
    if (reason !== undefined && !failing) log.warn({ schema, reason }, 'outbox cannot be published, trying on')
    if (reason === undefined && failing) log.info({ schema }, 'outbox is published again')
    failing = reason !== undefined
    if (failing) return 'failed'
    return found === size ? 'more' : 'idle'
  }
  const loop = startLoop({ round, idleMs: options.pollMs ?? 1_000, longestBackoffMs: 2_000 })
  const listening = listen({
    databaseUrl: options.databaseUrl,
    channel: outboxChannel(schema),
    applicationName: `${schema} outbox relay`,
    onNotification: () => loop.wake(),
    log,
  })

  return {
    wake: () => loop.wake(),
    async stop() {
      await Promise.all([listening.stop(), loop.stop()])
    },
  }
}

type Batch = { found: number; published: number; reason?: string }

/**
 * Publishes one batch and deletes what the broker confirmed. The rows stay locked until then, so that no other relay
 * publishes them; a relay that dies leaves them as they were.
 */
async function publishBatch({ pool, schema, publisher }: RelayOptions, size: number): Promise<Batch> {
  if (!publisher.isReady()) return { found: 0, published: 0, reason: 'RabbitMQ is away' }
  return transaction(pool, async tx => {
    const messages = await lockOldest(tx, schema, size)
    if (messages.length === 0) return { found: 0, published: 0 }
    const results = await Promise.allSettled(messages.map(message => publisher.publish(outgoing(message))))
    const confirmed = messages.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => id)
    const failures = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    const unroutable = messages.filter((_, index) => isUnroutable(results[index])).map(({ id }) => id)
    if (confirmed.length > 0) await tx.query(`delete from ${schema}.outbox where id = any ($1::bigint[])`, [confirmed])
    if (unroutable.length > 0) await moveToEnd(tx, schema, unroutable)
    const reason = failures.length > 0 ? errorText(failures[0]) : undefined
    return { found: messages.length, published: confirmed.length, reason }
  })
}

const isUnroutable = (result: PromiseSettledResult<void> | undefined): boolean =>
  result?.status === 'rejected' && result.reason instanceof PublishFailed && result.reason.unroutable

type OutboxRow = {
  id: string
  message_id: string
  exchange: string
  routing_key: string
  content_type: string
  mandatory: boolean
  body: string
  created_seconds: number
}

async function lockOldest(tx: PoolClient, schema: string, size: number): Promise<OutboxRow[]> {
  const oldest = await tx.query<OutboxRow>({
    name: `relay:${schema}`,
    text: `
      select id, message_id, exchange, routing_key, content_type, mandatory, body::text as body,
        extract(epoch from created_at)::integer as created_seconds
      from ${schema}.outbox
      order by id
      limit $1
      for update skip locked`,
    values: [size],
  })
  return oldest.rows
}

/** Messages that no queue takes must not stand in the way of all others. */
async function moveToEnd(tx: PoolClient, schema: string, ids: string[]): Promise<void> {
  await tx.query(`update ${schema}.outbox set id = default where id = any ($1::bigint[])`, [ids])
}

const outgoing = (row: OutboxRow) => ({
  exchange: row.exchange,
  routingKey: row.routing_key,
  content: Buffer.from(row.body),
  mandatory: row.mandatory,
  properties: {
    messageId: row.message_id,
    contentType: row.content_type,
    timestamp: row.created_seconds,
  },
})
