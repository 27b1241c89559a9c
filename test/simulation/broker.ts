import { checkType } from '@campstore/messaging/settlement-check'
import { directReplyTo, type Topology } from '@campstore/messaging/topology'
import type { ConsumeMessage, Options } from 'amqplib'
import type { Random } from '../random-faults/random.ts'
import { createOwner, epoch, type Owner, type Time } from './time.ts'

/** A message as RabbitMQ keeps it. */
export type Message = {
  exchange: string
  routingKey: string
  content: Buffer
  properties: Options.Publish
  deliveries: number
}

type Receive = (message: ConsumeMessage | null) => void

/** A channel as the broker sees it. */
export type BrokerChannel = {
  id: string
  returned(message: Message): void
  /** Of the direct reply-to. */
  receiveReply: Receive | undefined
  consumers: Set<Consumer>
}

export type Consumer = {
  queue: Queue
  prefetch: number
  unsettled: Map<number, Message>
  channelId: string
  receive: Receive
}

type Queue = {
  name: string
  arguments: Readonly<Record<string, string | number | boolean>>
  /** Returned messages, which are delivered before all others and have no order among them. */
  returned: Message[]
  ready: Message[]
  consumers: Consumer[]
}

type BrokerOptions = {
  time: Time
  random: Random
  /** As from RabbitMQ 4.0 on: messages of high priority come between messages of normal priority. */
  hasPriorities: boolean
  note: (what: string) => void
  tell: (line: string) => void
  /** Whether a payment is about a hold whose deadline is now. */
  isAtItsDeadline: (content: Buffer) => boolean
}

type Server = BrokerOptions & {
  owner: Owner
  exchanges: Map<string, { alternate?: string }>
  bindings: Map<string, Set<string>>
  queues: Map<string, Queue>
  channels: Map<string, BrokerChannel>
  tags: number
}

export type SimulatedBroker = ReturnType<typeof createBroker>

/**
 * RabbitMQ as its documentation promises it, and not better: quorum queues, single active consumers, prefetch, returned messages,
 * dead letters after a time to live, alternate exchanges, direct reply-to.
 */
export function createBroker(options: BrokerOptions) {
  const server: Server = {
    ...options,
    owner: createOwner('broker'),
    exchanges: new Map(),
    bindings: new Map(),
    queues: new Map(),
    channels: new Map(),
    tags: 0,
  }
  const { owner, bindings, queues, channels } = server
  return {
    owner,
    queues,
    declare: (topology: Topology, alternates?: Readonly<Record<string, string>>) =>
      declare(server, topology, alternates),
    openChannel: (channel: BrokerChannel) => void channels.set(channel.id, channel),
    /** The broker knows that a channel is lost: its messages in hand are returned. */
    endChannel(channel: BrokerChannel) {
      channels.delete(channel.id)
      for (const consumer of channel.consumers) endConsumer(server, consumer)
      channel.consumers.clear()
    },
    /** Publishes a message, which is confirmed with that; false on a channel that has ended. */
    publish(channel: BrokerChannel | undefined, message: Message, isMandatory: boolean): boolean {
      if (channel && !channels.has(channel.id)) return false
      const { properties } = message
      if (properties.replyTo === directReplyTo)
        message.properties = { ...properties, replyTo: `${directReplyTo}.${channel?.id}` }
      if (!put(server, message) && isMandatory) channel?.returned(message)
      return true
    },
    /** Consumes a queue; false when there is none of that name. */
    consume(channel: BrokerChannel, name: string, prefetch: number, receive: Receive): boolean {
      if (!channels.has(channel.id)) return true
      const queue = queues.get(name)
      if (!queue) return false
      const consumer = { queue, prefetch, receive, channelId: channel.id, unsettled: new Map() }
      channel.consumers.add(consumer)
      queue.consumers.push(consumer)
      pump(server, queue)
      return true
    },
    /** Ends the consumers of a channel; they keep their messages in hand, and another consumer becomes active. */
    cancel(channel: BrokerChannel) {
      for (const { queue } of channel.consumers) {
        queue.consumers = queue.consumers.filter(consumer => !channel.consumers.has(consumer))
        pump(server, queue)
      }
    },
    settle: (channel: BrokerChannel, tag: number, isRejected: boolean) => settle(server, channel, tag, isRejected),
    /** Somebody removes the bindings of a queue. */
    unbind(queue: string) {
      for (const bound of bindings.values()) bound.delete(queue)
    },
    /** Somebody purges a queue: what waits in it is lost. */
    purge: (name: string) => void Object.assign(queues.get(name) ?? {}, { ready: [], returned: [] }),
    look: (name: string) => look(queues.get(name)),
    /** How many messages a queue has, delivered or not. */
    count: (name: string) => look(queues.get(name)).messageCount + inHand(queues.get(name)).length,
  }
}

/** The counts of a queue: ready messages and consumers. */
const look = ({ ready = [], returned = [], consumers = [] }: Partial<Queue> = {}) => ({
  messageCount: ready.length + returned.length,
  consumerCount: consumers.length,
})

/** The messages of a queue that its consumers have not settled. */
export const inHand = ({ consumers = [] }: Partial<Queue> = {}): Message[] =>
  consumers.flatMap(({ unsettled }) => [...unsettled.values()])

function declare(
  { exchanges, queues, bindings }: Server,
  topology: Topology,
  alternates: Readonly<Record<string, string>> = {},
): void {
  for (const { name } of topology.exchanges) {
    const alternate = alternates[name]
    if (!exchanges.has(name)) exchanges.set(name, alternate === undefined ? {} : { alternate })
  }
  for (const { name, arguments: given } of topology.queues)
    if (!queues.has(name)) queues.set(name, { name, arguments: given, returned: [], ready: [], consumers: [] })
  for (const { queue, exchange, routingKey } of topology.bindings) {
    const key = `${exchange}\n${routingKey}`
    bindings.set(key, (bindings.get(key) ?? new Set()).add(queue))
  }
}

function targetsOf(server: Server, exchange: string, routingKey: string): string[] {
  if (exchange === '') return server.queues.has(routingKey) ? [routingKey] : []
  const bound = [...(server.bindings.get(`${exchange}\n${routingKey}`) ?? [])]
  const alternate = server.exchanges.get(exchange)?.alternate
  if (bound.length > 0 || alternate === undefined) return bound
  server.note('a message took the alternate exchange')
  return targetsOf(server, alternate, routingKey)
}

/** Puts a message where it belongs; false when no queue takes it. */
function put(server: Server, message: Message): boolean {
  // No queue takes it: a mandatory reply is returned although it is delivered.
  if (message.routingKey.startsWith(`${directReplyTo}.`)) return deliverReply(server, message)
  const { time, owner, queues } = server
  const targets = targetsOf(server, message.exchange, message.routingKey)
  for (const name of targets) {
    const queue = queues.get(name)
    if (!queue) continue
    const copy = { ...message, deliveries: 0 }
    queue.ready.push(copy)
    const lifetime = queue.arguments['x-message-ttl']
    if (typeof lifetime === 'number') time.at(time.now() + lifetime, owner, () => expire(server, queue, copy))
    pump(server, queue)
  }
  return targets.length > 0
}

function deliverReply({ channels, tell, note }: Server, message: Message): false {
  const channel = channels.get(message.routingKey.slice(directReplyTo.length + 1))
  tell(`broker: the reply to check ${message.properties.correlationId}${channel ? '' : ' is lost'}`)
  if (!channel) note('a reply to a check is lost')
  channel?.receiveReply?.(toDelivery(message, 0))
  return false
}

function expire(server: Server, queue: Queue, message: Message): void {
  const place = queue.ready.indexOf(message)
  if (place === -1) return
  queue.ready.splice(place, 1)
  deadLetter(server, queue, message)
}

function deadLetter(server: Server, queue: Queue, message: Message): void {
  const seconds = Math.floor((epoch + server.time.now()) / 1000)
  const death = { 'x-death': [{ time: { '!': 'timestamp', value: seconds } }] }
  put(server, {
    ...message,
    exchange: String(queue.arguments['x-dead-letter-exchange'] ?? ''),
    routingKey: String(queue.arguments['x-dead-letter-routing-key'] ?? ''),
    properties: { ...message.properties, headers: { ...message.properties.headers, ...death } },
  })
}

function takeNext({ random, hasPriorities }: Server, queue: Queue): Message | undefined {
  if (queue.returned.length > 0) return queue.returned.splice(random.below(queue.returned.length), 1)[0]
  if (!hasPriorities) return queue.ready.shift()
  const isHigh = ({ properties }: Message) => (properties.priority ?? 0) > 4
  const wantsHigh = random.chance(0.7)
  const first = queue.ready.findIndex(message => isHigh(message) === wantsHigh)
  return queue.ready.splice(Math.max(0, first), 1)[0]
}

/** Delivers what the consumers of a queue can take. */
function pump(server: Server, queue: Queue): void {
  const isSingle = queue.arguments['x-single-active-consumer'] === true
  while (queue.returned.length + queue.ready.length > 0) {
    const candidates = isSingle ? queue.consumers.slice(0, 1) : queue.consumers
    const free = candidates.filter(({ unsettled, prefetch }) => unsettled.size < prefetch)
    if (free.length === 0) return
    const consumer = server.random.pick(free)
    const message = takeNext(server, queue)
    if (!message) return
    message.deliveries += 1
    if (message.deliveries > 1) noteRedelivery(server, queue, message)
    tellDelivery(server, queue, message, consumer.channelId)
    server.tags += 1
    consumer.unsettled.set(server.tags, message)
    consumer.receive(toDelivery(message, server.tags))
  }
}

function tellDelivery({ tell }: Server, { name }: Queue, { properties, deliveries }: Message, to: string): void {
  const what = properties.type === checkType ? `check ${properties.correlationId}` : properties.messageId
  if (name.startsWith('booking.payments'))
    tell(`broker: ${what} of ${name} goes to ${to}${deliveries > 1 ? ', again' : ''}`)
}

function noteRedelivery({ note, isAtItsDeadline }: Server, { name }: Queue, { properties, content }: Message): void {
  if (properties.type === checkType) note('a check is redelivered')
  else if (name === 'booking.payments')
    note(isAtItsDeadline(content) ? 'a payment is redelivered at its deadline' : 'a payment is redelivered')
  else note('a message is redelivered')
}

function endConsumer(server: Server, consumer: Consumer): void {
  const { queue, unsettled } = consumer
  queue.consumers = queue.consumers.filter(other => other !== consumer)
  queue.returned.push(...unsettled.values())
  unsettled.clear()
  pump(server, queue)
}

function settle(server: Server, channel: BrokerChannel, tag: number, isRejected: boolean): void {
  for (const { queue, unsettled } of channel.consumers) {
    const message = unsettled.get(tag)
    if (!message) continue
    unsettled.delete(tag)
    if (isRejected) deadLetter(server, queue, message)
    pump(server, queue)
  }
}

function toDelivery({ exchange, routingKey, content, properties, deliveries }: Message, tag: number): ConsumeMessage {
  const isAgain = deliveries > 1
  const { headers } = properties
  return {
    content,
    fields: { deliveryTag: tag, redelivered: isAgain, exchange, routingKey, consumerTag: 'consumer' },
    properties: {
      ...properties,
      headers: isAgain ? { ...headers, 'x-delivery-count': deliveries - 1 } : (headers ?? {}),
    } as ConsumeMessage['properties'],
  }
}
