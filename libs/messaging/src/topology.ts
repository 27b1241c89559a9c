import type { Channel, Options } from 'amqplib'

/**
 * What must exist in the broker, as data. Declared again on every new channel, so that a broker that lost it gets it back.
 * Every queue is a quorum queue; RabbitMQ 3.10 or later, single node or cluster.
 */
export type Topology = {
  exchanges: readonly { name: string; type: 'topic' | 'direct' }[]
  queues: readonly QueueDeclaration[]
  bindings: readonly Binding[]
}

export type QueueDeclaration = { name: string; arguments: Readonly<Record<string, string | number | boolean>> }
export type Binding = { queue: string; exchange: string; routingKey: string }

/**
 * How often the broker hands out a message that nobody settles before it parks it: a message whose handling kills the
 * process, or the connection, ends there. Generous, because every loss of a connection counts for all that was in hand, and
 * an outage with many restarts must not park a payment. Part of a queue's identity; changing it means deleting the queue or
 * giving it a new name.
 */
const deliveryLimit = 100

/**
 * How long a consumer may have a message in hand, in milliseconds: a week, where brokers allow 30 minutes, because what waits
 * for the database stays in hand. Known to RabbitMQ from 3.12 on; earlier ones close the channel after 30 minutes, which only
 * hands the messages out again.
 */
const consumerTimeoutMs = 7 * 24 * 3_600_000

/** A quorum queue. With a dead-letter target, what expires or exceeds the delivery limit moves there and is never lost. */
export function quorumQueue(
  name: string,
  options: {
    ttlSeconds?: number
    deliveryLimit?: number
    consumerTimeoutMs?: number
    /** Only one of its consumers gets messages, until it is gone and all that it had in hand has been returned. */
    singleActiveConsumer?: boolean
    deadLetterTo?: { exchange: string; routingKey: string }
  } = {},
): QueueDeclaration {
  const { ttlSeconds, deadLetterTo } = options
  return {
    name,
    arguments: {
      'x-queue-type': 'quorum',
      ...(ttlSeconds !== undefined && { 'x-message-ttl': Math.round(ttlSeconds * 1000) }),
      ...(options.deliveryLimit !== undefined && { 'x-delivery-limit': options.deliveryLimit }),
      ...(options.consumerTimeoutMs !== undefined && { 'x-consumer-timeout': options.consumerTimeoutMs }),
      ...(options.singleActiveConsumer && { 'x-single-active-consumer': true }),
      ...(deadLetterTo && {
        'x-dead-letter-exchange': deadLetterTo.exchange,
        'x-dead-letter-routing-key': deadLetterTo.routingKey,
        'x-dead-letter-strategy': 'at-least-once',
        // Required by the strategy: a full queue refuses the publisher instead of dropping what it holds.
        'x-overflow': 'reject-publish',
      }),
    },
  }
}

export const parkedQueue = (queue: string): string => `${queue}.parked`

/**
 * A consumer's queue with its bindings, and the parking queue, to which the broker moves what a consumer rejects.
 *
 * @param bindings which messages of which exchanges it gets; the exchanges are declared elsewhere in the topology
 */
export function consumerQueues(
  queue: string,
  bindings: readonly { exchange: string; routingKey: string }[],
  options: { singleActiveConsumer?: boolean } = {},
): Topology {
  const deadLetterTo = { exchange: '', routingKey: parkedQueue(queue) }
  return {
    exchanges: [],
    queues: [
      quorumQueue(parkedQueue(queue)),
      quorumQueue(queue, { ...options, deliveryLimit, consumerTimeoutMs, deadLetterTo }),
    ],
    bindings: bindings.map(binding => ({ queue, ...binding })),
  }
}

/** Several topologies as one. */
export function combined(...parts: readonly Topology[]): Topology {
  return {
    exchanges: parts.flatMap(part => part.exchanges),
    queues: parts.flatMap(part => part.queues),
    bindings: parts.flatMap(part => part.bindings),
  }
}

/** Declares a topology. Throws where the broker already has a queue or exchange of that name with other properties. */
export async function declareTopology(channel: Channel, topology: Topology): Promise<void> {
  for (const { name, type } of topology.exchanges) await channel.assertExchange(name, type, { durable: true })
  await declareQueues(channel, topology)
}

/**
 * Makes the exchanges that are missing. Exchanges are shared: who only uses one needs no right to declare it where it is there.
 *
 * @param openChannel opens a channel of its own for each question, because the broker closes it with the answer no
 */
export async function ensureExchanges(openChannel: () => Promise<Channel>, topology: Topology): Promise<void> {
  const asking = async (work: (channel: Channel) => Promise<unknown>): Promise<void> => {
    const channel = await openChannel()
    // Told by the call that it fails; without a listener it would end the process.
    channel.on('error', () => {})
    await work(channel).finally(() => channel.close().catch(() => {}))
  }
  for (const { name, type } of topology.exchanges) {
    await asking(channel => channel.checkExchange(name)).catch(error => {
      if (error?.code !== 404) throw error
      return asking(channel => channel.assertExchange(name, type, { durable: true }))
    })
  }
}

/** Declares queues and bindings of a topology whose exchanges are there. Throws like {@link declareTopology}. */
export async function declareQueues(channel: Channel, topology: Topology): Promise<void> {
  for (const queue of topology.queues) {
    const options: Options.AssertQueue = { durable: true, arguments: queue.arguments }
    await channel.assertQueue(queue.name, options)
  }
  for (const { queue, exchange, routingKey } of topology.bindings) await channel.bindQueue(queue, exchange, routingKey)
}
