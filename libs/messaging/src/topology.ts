import type { Channel, ChannelModel } from 'amqplib'
import { pipelineRequests } from './library-fixes.ts'
import { whileReplying } from './while-replying.ts'

/**
 * Exchanges, queues and bindings as data. Each connection declares them again, so that a broker that lost them gets them back.
 * Every queue is a quorum queue; RabbitMQ 3.10 or later, single node or cluster.
 */
export type Topology = {
  exchanges: readonly { name: string; type: 'topic' | 'direct' }[]
  queues: readonly QueueDeclaration[]
  bindings: readonly Binding[]
}

type QueueDeclaration = { name: string; arguments: QueueArguments }
type QueueArguments = Readonly<Record<string, string | number | boolean>>
type Binding = { queue: string; exchange: string; routingKey: string }

/**
 * How often the broker delivers an unsettled message before it parks it, for messages that crash the process or the connection.
 * Generous, because each lost connection counts for every unacknowledged message, and an outage with many restarts must not
 * park a payment. It is part of a queue's identity: to change it, delete or rename the queue.
 */
const deliveryLimit = 100

/**
 * How long a message may stay unacknowledged: a week instead of 30 minutes, because messages wait for the database in the
 * consumer. RabbitMQ knows the argument from 3.12 on; earlier versions close the channel after 30 minutes, which only
 * redelivers the messages.
 */
const consumerTimeoutMs = 7 * 24 * 3_600_000

export const quorumQueue = (name: string, more: QueueArguments = {}): QueueDeclaration => ({
  name,
  arguments: { 'x-queue-type': 'quorum', ...more },
})

/** Arguments of a queue: messages that expire, are rejected or exceed the delivery limit move elsewhere and are not lost. */
export const deadLettersTo = (exchange: string, routingKey: string): QueueArguments => ({
  'x-dead-letter-exchange': exchange,
  'x-dead-letter-routing-key': routingKey,
  'x-dead-letter-strategy': 'at-least-once',
  // Required by the strategy: a full queue rejects publishers instead of dropping messages.
  'x-overflow': 'reject-publish',
})

/**
 * The broker's direct reply-to: the broker replaces it with an address whose replies only the publishing connection gets, and
 * closes the channel of a publisher that does not consume it.
 */
export const directReplyTo = 'amq.rabbitmq.reply-to'

export const parkedQueue = (queue: string): string => `${queue}.parked`

/**
 * A consumer's queue with its bindings, and its parking queue, to which the broker moves rejected messages.
 *
 * @param options.singleActiveConsumer only one consumer at a time gets messages; the next only after all unacknowledged ones are
 *   requeued
 */
export function consumerQueues(
  queue: string,
  bindings: readonly { exchange: string; routingKey: string }[],
  { singleActiveConsumer = false } = {},
): Topology {
  const consumed = quorumQueue(queue, {
    'x-delivery-limit': deliveryLimit,
    'x-consumer-timeout': consumerTimeoutMs,
    ...(singleActiveConsumer && { 'x-single-active-consumer': true }),
    ...deadLettersTo('', parkedQueue(queue)),
  })
  return {
    exchanges: [],
    queues: [quorumQueue(parkedQueue(queue)), consumed],
    bindings: bindings.map(binding => ({ queue, ...binding })),
  }
}

export const combined = (...parts: readonly Partial<Topology>[]): Topology => ({
  exchanges: parts.flatMap(part => part.exchanges ?? []),
  queues: parts.flatMap(part => part.queues ?? []),
  bindings: parts.flatMap(part => part.bindings ?? []),
})

/** Declares a topology. Throws if the broker has a queue or exchange of that name with other properties. */
export async function declareTopology(channel: Channel, topology: Topology): Promise<void> {
  for (const { name, type } of topology.exchanges) await channel.assertExchange(name, type, { durable: true })
  await declareQueues(channel, topology)
}

/**
 * Declares the queues of a topology, and its missing exchanges. Exchanges are shared: a service that only uses one may not
 * declare it. Everything is sent at once.
 *
 * @param isPatient whether it waits for replies as long as it takes
 */
export async function ensureTopology(model: ChannelModel, topology: Topology, isPatient = false): Promise<void> {
  const { exchanges } = topology
  const onChannel = channelsOf(model, isPatient)
  try {
    await onChannel(channel =>
      Promise.all([...exchanges.map(({ name }) => channel.checkExchange(name)), ...declarations(channel, topology)]),
    )
  } catch (error) {
    if (codeOf(error) !== 404) throw error
    await Promise.all(exchanges.map(exchange => ensureExchange(onChannel, exchange)))
    await onChannel(channel => declareQueues(channel, topology))
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

async function ensureExchange(onChannel: OnChannel, { name, type }: Topology['exchanges'][number]): Promise<void> {
  try {
    await onChannel(channel => channel.checkExchange(name))
  } catch (error) {
    if (codeOf(error) !== 404) throw error
    await onChannel(channel => channel.assertExchange(name, type, { durable: true })).catch(refusal => {
      if (codeOf(refusal) !== 403) throw refusal
      const remedy = 'Run npm run migrate with RABBITMQ_ADMIN_URL, which declares it'
      throw new Error(`The exchange ${name} is missing. ${remedy}`, { cause: refusal })
    })
  }
}

type OnChannel = (work: (channel: Channel) => Promise<unknown>) => Promise<void>

/** Each piece of work has its own channel, because the broker closes the channel with a negative reply. */
const channelsOf =
  (model: ChannelModel, isPatient: boolean): OnChannel =>
  async work => {
    const channel = pipelineRequests(await whileReplying(model.createChannel(), 'the opening of a channel'))
    channel.on('error', () => {
      // The call fails with the same error; without a listener it would end the process.
    })
    const close = () => void channel.close().catch(() => {})
    const working = work(channel)
    await (isPatient ? working : whileReplying(working, 'the declarations', channel)).finally(close)
  }

/** Declares queues and bindings of a topology whose exchanges exist. Throws like {@link declareTopology}. */
export async function declareQueues(channel: Channel, topology: Topology): Promise<void> {
  await Promise.all(declarations(channel, topology))
}

const declarations = (channel: Channel, { queues, bindings }: Topology): Promise<unknown>[] => [
  ...queues.map(({ name, arguments: given }) => channel.assertQueue(name, { durable: true, arguments: given })),
  ...bindings.map(({ queue, exchange, routingKey }) => channel.bindQueue(queue, exchange, routingKey)),
]
