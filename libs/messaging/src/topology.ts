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

export type QueueDeclaration = { name: string; arguments: Readonly<Record<string, string | number>> }
export type Binding = { queue: string; exchange: string; routingKey: string }

/**
 * How often the broker hands out a message that nobody settles before it parks it: a message whose handling kills the
 * process ends there. Part of a queue's identity; changing it means deleting the queue or giving it a new name.
 */
const deliveryLimit = 20

/** A quorum queue. With a dead-letter target, what expires or exceeds the delivery limit moves there and is never lost. */
export function quorumQueue(
  name: string,
  options: {
    ttlSeconds?: number
    deliveryLimit?: number
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

export const retryQueue = (queue: string, delaySeconds: number): string => `${queue}.retry.${delaySeconds}s`
export const parkedQueue = (queue: string): string => `${queue}.parked`

/**
 * A consumer's queue with its bindings, one delay queue per retry delay, which hands back to it, and the parking queue.
 *
 * @param bindings which messages of which exchanges it gets; the exchanges are declared elsewhere in the topology
 * @param retryDelays seconds before the second, third, … attempt
 */
export function consumerQueues(
  queue: string,
  bindings: readonly { exchange: string; routingKey: string }[],
  retryDelays: readonly number[],
): Topology {
  return {
    exchanges: [],
    queues: [
      quorumQueue(parkedQueue(queue)),
      quorumQueue(queue, { deliveryLimit, deadLetterTo: { exchange: '', routingKey: parkedQueue(queue) } }),
      ...retryDelays.map(seconds =>
        quorumQueue(retryQueue(queue, seconds), {
          ttlSeconds: seconds,
          deadLetterTo: { exchange: '', routingKey: queue },
        }),
      ),
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
