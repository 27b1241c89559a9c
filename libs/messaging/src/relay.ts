import type { Logger } from '@campstore/core/telemetry/log'
import type { Pool, PoolClient } from 'pg'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'
import { outboxChannel } from './outbox.ts'
import { startPgListener } from './pg-listener.ts'
import { type Publisher, PublishFailed } from './publisher.ts'

export type RelayOptions = {
  /** The relay keeps one of its connections busy while there is something to publish. */
  pool: Pool
  /** For the listening connection. */
  databaseUrl: string
  schema: string
  publisher: Pick<Publisher, 'publish' | 'isReady'>
  log: Logger
  /** Greatest number of messages per batch; default 200. */
  batchSize?: number
  /** Greatest delay of a message whose signal was lost; default 1 s. */
  pollMs?: number
  /** Longest time for which messages of a route that no queue takes are not tried again; default 30 s. */
  longestAsideMs?: number
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
  const aside = routesAside(options.longestAsideMs ?? 30_000, log)
  let failing = false

  const round = async (): Promise<Outcome> => {
    // The connection tells in the log that RabbitMQ is away, or why it takes nothing.
    if (!options.publisher.isReady()) return 'failed'
    const { found, published, reason } = await publishBatch(options, size, aside).catch(error => ({
      found: 0,
      published: 0,
      reason: errorText(error),
    }))
    if (published > 0) log.debug({ schema, published }, 'outbox published')
    if (reason !== undefined && !failing) log.warn({ schema, reason }, 'outbox cannot be published, trying again')
    if (reason === undefined && failing) log.info({ schema }, 'outbox is published again')
    failing = reason !== undefined
    if (failing) return 'failed'
    return found === size ? 'more' : 'idle'
  }
  const loop = startLoop({ round, idleMs: options.pollMs ?? 1_000, longestBackoffMs: 2_000 })
  const listening = startPgListener({
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
 * Publishes one batch and deletes what the broker confirmed. No transaction is open while the broker is waited for: the rows
 * are claimed by advisory locks of the connection, so that no other relay publishes them. They end with the connection, so a
 * relay that dies leaves its rows to the others at once; one that is frozen, when the server ends its idle session.
 */
async function publishBatch(
  { pool, schema, publisher }: RelayOptions,
  size: number,
  aside: RoutesAside,
): Promise<Batch> {
  return onClaimingConnection(pool, async client => {
    const claimed = await claimOldest(client, schema, size, aside.now())
    if (claimed.length === 0) return { found: 0, published: 0 }
    const messages = await readClaimed(client, schema, claimed)
    const results = await Promise.allSettled(messages.map(message => publisher.publish(outgoing(message))))
    const confirmed = messages.filter((_, index) => results[index]?.status === 'fulfilled')
    const unroutable = messages.filter((_, index) => isUnroutable(results[index]))
    const failure = results.find(result => result.status === 'rejected' && !isUnroutable(result))
    aside.learn(confirmed, unroutable)
    if (confirmed.length > 0)
      await remove(
        client,
        schema,
        confirmed.map(({ id }) => id),
      )
    // After the deletion is committed: whoever claims one of these rows from now on finds that it is gone.
    await client.query({ name: 'relay-unlock', text: 'select pg_advisory_unlock_all()' })
    const reason = failure?.status === 'rejected' ? errorText(failure.reason) : undefined
    return { found: claimed.length, published: confirmed.length, reason }
  })
}

/** Runs work on one connection. One that fails on the way is closed, which gives back what it has claimed. */
async function onClaimingConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | boolean = true
  const onLoss = (error: Error) => {
    broken = error
  }
  client.on('error', onLoss)
  try {
    const result = await work(client)
    broken = false
    return result
  } finally {
    client.off('error', onLoss)
    client.release(broken)
  }
}

const isUnroutable = (result: PromiseSettledResult<void> | undefined): boolean =>
  result?.status === 'rejected' && result.reason instanceof PublishFailed && result.reason.unroutable

/** Where a message goes. Whether a queue takes it depends on nothing else. */
type Route = { exchange: string; routing_key: string }

/** The routes that no queue took at the last attempt: their messages must not stand in the way of all others. */
type RoutesAside = {
  /** Those whose messages are not to be tried now. */
  now(): Route[]
  learn(taken: readonly Route[], returned: readonly Route[]): void
}

/** The first attempt follows at once, because the publisher makes again what somebody has deleted; the next ones ever later. */
function routesAside(longestMs: number, log: Logger): RoutesAside {
  const known = new Map<string, { route: Route; failures: number; until: number }>()
  const nameOf = ({ exchange, routing_key }: Route) => `${exchange || 'the default exchange'} / ${routing_key}`
  return {
    now: () => [...known.values()].filter(({ until }) => until > performance.now()).map(({ route }) => route),
    learn(taken, returned) {
      for (const name of new Set(taken.map(nameOf))) {
        if (known.delete(name)) log.info({ route: name }, 'a queue takes these messages again')
      }
      for (const [name, { exchange, routing_key }] of new Map(returned.map(route => [nameOf(route), route]))) {
        const failures = (known.get(name)?.failures ?? 0) + 1
        if (failures === 1)
          log.warn({ route: name }, 'no queue takes these messages, trying them again from time to time')
        const until = performance.now() + Math.min(longestMs, 50 * 2 ** failures)
        known.set(name, { route: { exchange, routing_key }, failures, until })
      }
    },
  }
}

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

/** How many batches of other relays a relay looks past. */
const batchesLookedPast = 4

/**
 * Claims the oldest rows that no other relay has claimed. The rows of the inner query are read in their order and tried one by
 * one, and none is tried that is not wanted, as it would stay claimed.
 */
async function claimOldest(
  client: PoolClient,
  schema: string,
  size: number,
  aside: readonly Route[],
): Promise<string[]> {
  const isAside = '(exchange, routing_key) in (select * from unnest($1::text[], $2::text[]))'
  const routes = [aside.map(({ exchange }) => exchange), aside.map(({ routing_key }) => routing_key)]
  const claimed = await client.query<{ id: string }>({
    name: `relay-claim${aside.length > 0 ? '-others' : ''}:${schema}:${size}`,
    // The limits are written out: as parameters they would be planned for at each call.
    text: `
      with oldest as materialized (
        select id
        from ${schema}.outbox
        ${aside.length > 0 ? `where not ${isAside}` : ''}
        order by id
        limit ${size * (1 + batchesLookedPast)}
      )
      select id
      from oldest
      where pg_try_advisory_lock(hashtext('${schema}.outbox'), (id % 2147483648)::integer)
      limit ${size}`,
    values: aside.length > 0 ? routes : [],
  })
  return claimed.rows.map(({ id }) => id)
}

/** Reads what was claimed, in its order, but for what another relay had published before it could be claimed here. */
async function readClaimed(client: PoolClient, schema: string, ids: readonly string[]): Promise<OutboxRow[]> {
  const claimed = await client.query<OutboxRow>({
    name: `relay-read:${schema}`,
    text: `
      select id, message_id, exchange, routing_key, content_type, mandatory, body::text as body,
        extract(epoch from created_at)::integer as created_seconds
      from ${schema}.outbox
      where id = any ($1::bigint[])
      order by id`,
    values: [ids],
  })
  return claimed.rows
}

async function remove(client: PoolClient, schema: string, ids: readonly string[]): Promise<void> {
  await client.query({
    name: `relay-remove:${schema}`,
    text: `delete from ${schema}.outbox where id = any ($1::bigint[])`,
    values: [ids],
  })
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
