import { backoffMs } from '@campstore/core/backoff'
import { type Outcome, startLoop } from '@campstore/core/loop'
import { createFailureLog, type FailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import { endWith, startChild } from '@campstore/core/telemetry/spans'
import type { Pool, PoolClient } from 'pg'
import { errorText } from './error-text.ts'
import { claimOldest, type OutboxRow, type Route, readClaimed, removePublished } from './outbox.ts'
import { PublishError, type Publisher } from './publisher.ts'

export type RelayOptions = {
  /** The relay uses one of its connections while it publishes. */
  pool: Pool
  schema: string
  publisher: Pick<Publisher, 'publish' | 'isReady'>
  log: Logger
  /** Messages per batch; default 200. */
  batchSize?: number
  /** Longest delay of a message that another process has added and cannot publish; default 1 s. */
  pollMs?: number
}

/**
 * How long messages are gathered for one batch, in milliseconds: two messages cost database, process and broker nearly as much
 * as twenty.
 */
const gatheringMs = 20

/**
 * Publishes the messages of the outbox, at least once, oldest first, until stopped. Any number of relays share the work: each
 * is woken by its own process, and polls for messages that others left. While the broker is disconnected the relay does not
 * query the database.
 */
export function startRelay(options: RelayOptions) {
  const { schema, log } = options
  const size = options.batchSize ?? 200
  const suspended = createSuspendedRoutes(log)
  const failures = createFailureLog(
    log,
    { failure: 'Cannot publish the outbox, retrying', success: 'The outbox is published again' },
    { fields: { schema } },
  )

  const round = async (): Promise<Outcome> => {
    // The connection logs why.
    if (!options.publisher.isReady()) return 'failed'
    const { found, published, reason } = await publishBatch(options, size, suspended).catch(error => ({
      found: 0,
      published: 0,
      reason: errorText(error),
    }))
    if (published > 0) log.debug({ published, schema }, 'Outbox published')
    if (reason !== undefined) {
      failures.failed(reason)
      return 'failed'
    }
    // An empty round does not mean success: another relay may have claimed messages that could not be published.
    if (published > 0) failures.succeeded()
    return found === size ? 'more' : 'idle'
  }
  const loop = startLoop({ round, idleMs: options.pollMs ?? 1_000, maxBackoffMs: 2_000 })
  let gathering: NodeJS.Timeout | undefined
  const endGathering = () => {
    gathering = undefined
    loop.wake()
  }

  return {
    /** Publishes this process's committed messages, together with later ones within {@link gatheringMs}. Neither throws nor waits. */
    wake: () => {
      gathering ??= setTimeout(endGathering, gatheringMs)
    },
    /** Waits for the current batch and publishes a last one. The rest stays in the outbox for another relay or the next start. */
    async stop() {
      clearTimeout(gathering)
      await loop.stop()
      // The messages that were added last.
      await round()
    },
  }
}

/**
 * Publishes one batch and deletes the confirmed rows. No transaction is open while the relay waits for the broker: advisory
 * locks of the session claim the rows, so that no other relay publishes them. The locks end with the session: at once if a
 * relay dies, or when the server ends a frozen relay's idle session.
 */
const publishBatch = ({ pool, schema, publisher }: RelayOptions, size: number, suspended: SuspendedRoutes) =>
  onClaimingConnection(pool, async client => {
    const claimed = await claimOldest(client, schema, size, suspended.current())
    if (claimed.length === 0) return { found: 0, published: 0 }
    const messages = await readClaimed(client, schema, claimed)
    const results = await Promise.allSettled(messages.map(message => publish(publisher, message)))
    const confirmed = messages.filter((_, index) => results[index]?.status === 'fulfilled')
    const untaken = messages.flatMap((route, index) => {
      const result = results[index]
      return isRejected(result) && isUntaken(result) ? { route, reason: errorText(result.reason) } : []
    })
    const failure = results.find(result => isRejected(result) && !isUntaken(result))
    suspended.update(confirmed, untaken)
    if (confirmed.length > 0) await removePublished(client, schema, confirmed)
    // After the commit of the deletion: a relay that claims one of these rows from now on does not find it.
    await client.query({ name: 'relay-unlock', text: 'select pg_advisory_unlock_all()' })
    const reason = isRejected(failure) ? errorText(failure.reason) : undefined
    return { found: claimed.length, published: confirmed.length, reason }
  })

/** Runs work on one connection. When it fails the connection is closed, which releases its claims. */
async function onClaimingConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  // The work fails with the same error.
  const onLoss = () => {}
  client.on('error', onLoss)
  try {
    const result = await work(client)
    isBroken = false
    return result
  } finally {
    client.off('error', onLoss)
    client.release(isBroken)
  }
}

const isRejected = (result?: PromiseSettledResult<void>): result is PromiseRejectedResult =>
  result?.status === 'rejected'

/** Whether no queue takes the message, or a queue refuses it or does not answer, for example because it is full or cannot start. */
const isUntaken = ({ reason }: PromiseRejectedResult): boolean =>
  reason instanceof PublishError && reason.failure === 'untaken'

/** Longest delay between attempts at a suspended route; after an outage that may be every route. */
const longestRouteBackoffMs = 5_000

const routeTexts = {
  failure: 'No queue takes messages of this route, retrying',
  success: 'Messages of this route are published again',
}

type SuspendedRoutes = ReturnType<typeof createSuspendedRoutes>

/**
 * The routes whose messages were not taken at the last attempt: they must not block all others. The first retry is immediate,
 * because the publisher redeclares a deleted queue; the next ones have a growing back-off.
 */
function createSuspendedRoutes(log: Logger) {
  /** Those whose messages were taken since have no failures. */
  const known = new Map<string, { route: Route; failures: number; until: number; lines: FailureLog }>()
  const nameOf = ({ exchange, routing_key }: Route) => `${exchange || 'the default exchange'} / ${routing_key}`
  return {
    current: () => [...known.values()].filter(({ until }) => until > performance.now()).map(({ route }) => route),
    update(routed: readonly Route[], untaken: readonly { route: Route; reason: string }[]) {
      for (const name of new Set(routed.map(nameOf))) {
        const taken = known.get(name)
        taken?.lines.succeeded()
        if (taken) known.set(name, { ...taken, failures: 0, until: 0 })
      }
      for (const [name, { route, reason }] of new Map(untaken.map(one => [nameOf(one.route), one]))) {
        const { exchange, routing_key } = route
        const fresh = () => ({ failures: 0, lines: createFailureLog(log, routeTexts, { fields: { route: name } }) })
        const { failures, lines } = known.get(name) ?? fresh()
        lines.failed(reason)
        const until = performance.now() + backoffMs(failures + 1, { longestMs: longestRouteBackoffMs })
        known.set(name, { route: { exchange, routing_key }, failures: failures + 1, until, lines })
      }
    },
  }
}

/** Publishes a message in the trace of the work that added it, which the header `traceparent` continues. */
function publish(publisher: RelayOptions['publisher'], row: OutboxRow): Promise<void> {
  const { exchange, routing_key: routingKey, message_id: messageId, mandatory } = row
  const destination = exchange || routingKey
  const attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': destination,
    'messaging.rabbitmq.destination.routing_key': routingKey,
    'messaging.message.id': messageId,
  }
  const span = startChild(
    { name: `publish ${destination}`, kind: 'producer', attributes },
    row.traceparent ?? undefined,
  )
  const traceparent = span?.traceparent ?? row.traceparent
  const properties = {
    messageId,
    contentType: row.content_type,
    timestamp: row.created_seconds,
    ...(traceparent !== null && { headers: { traceparent } }),
  }
  return endWith(
    span,
    publisher.publish({ exchange, routingKey, content: Buffer.from(row.body), mandatory, properties }),
  )
}
