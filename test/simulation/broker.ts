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

export type SimulatedBroker = ReturnType<typeof createBroker>

/**
 * RabbitMQ as its documentation promises it, and not better: quorum queues, single active consumers, prefetch, returned messages,
 * dead letters after a time to live, alternate exchanges, direct reply-to.
 *
 * @param options.hasPriorities as from RabbitMQ 4.0 on: messages of high priority come between messages of normal priority
 */
export function createBroker(options: {
  time: Time
  random: Random
  hasPriorities: boolean
  note: (what: string) => void
  tell: (line: string) => void
  /** Whether a payment is about a hold whose deadline is now. */
  isAtItsDeadline: (content: Buffer) => boolean
}) {
  const { time, random, hasPriorities, note, tell, isAtItsDeadline } = options
  const owner: Owner = createOwner('broker')
  const exchanges = new Map<string, { alternate?: string }>()
  const bindings = new Map<string, Set<string>>()
  const queues = new Map<string, Queue>()
  const channels = new Map<string, BrokerChannel>()
  let tags = 0

  const bindingsOf = (exchange: string, routingKey: string) => bindings.get(`${exchange}\n${routingKey}`) ?? new Set()

  const declare = (topology: Topology, alternates: Readonly<Record<string, string>> = {}) => {
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

  const targetsOf = (exchange: string, routingKey: string): string[] => {
    if (exchange === '') return queues.has(routingKey) ? [routingKey] : []
    const bound = [...bindingsOf(exchange, routingKey)]
    const alternate = exchanges.get(exchange)?.alternate
    if (bound.length > 0 || alternate === undefined) return bound
    note('a message took the alternate exchange')
    return targetsOf(alternate, routingKey)
  }

  /** Puts a message where it belongs; false when no queue takes it. */
  const put = (message: Message): boolean => {
    if (message.routingKey.startsWith(`${directReplyTo}.`)) {
      const channel = channels.get(message.routingKey.slice(directReplyTo.length + 1))
      tell(`broker: the reply to check ${message.properties.correlationId}${channel ? '' : ' is lost'}`)
      if (!channel) note('a reply to a check is lost')
      channel?.receiveReply?.(toDelivery(message, 0))
      // No queue takes it: a mandatory reply is returned although it is delivered.
      return false
    }
    const targets = targetsOf(message.exchange, message.routingKey)
    for (const name of targets) {
      const queue = queues.get(name)
      if (!queue) continue
      const copy = { ...message, deliveries: 0 }
      queue.ready.push(copy)
      const lifetime = queue.arguments['x-message-ttl']
      if (typeof lifetime === 'number') time.at(time.now() + lifetime, owner, () => expire(queue, copy))
      pump(queue)
    }
    return targets.length > 0
  }

  const expire = (queue: Queue, message: Message) => {
    const place = queue.ready.indexOf(message)
    if (place === -1) return
    queue.ready.splice(place, 1)
    deadLetter(queue, message)
  }

  const deadLetter = (queue: Queue, message: Message) => {
    const seconds = Math.floor((epoch + time.now()) / 1000)
    const death = { 'x-death': [{ time: { '!': 'timestamp', value: seconds } }] }
    put({
      ...message,
      exchange: String(queue.arguments['x-dead-letter-exchange'] ?? ''),
      routingKey: String(queue.arguments['x-dead-letter-routing-key'] ?? ''),
      properties: { ...message.properties, headers: { ...message.properties.headers, ...death } },
    })
  }

  const takeNext = (queue: Queue): Message | undefined => {
    if (queue.returned.length > 0) return queue.returned.splice(random.below(queue.returned.length), 1)[0]
    if (!hasPriorities) return queue.ready.shift()
    const isHigh = ({ properties }: Message) => (properties.priority ?? 0) > 4
    const wantsHigh = random.chance(0.7)
    const first = queue.ready.findIndex(message => isHigh(message) === wantsHigh)
    return queue.ready.splice(Math.max(0, first), 1)[0]
  }

  const pump = (queue: Queue) => {
    const isSingle = queue.arguments['x-single-active-consumer'] === true
    while (queue.returned.length + queue.ready.length > 0) {
      const candidates = isSingle ? queue.consumers.slice(0, 1) : queue.consumers
      const free = candidates.filter(({ unsettled, prefetch }) => unsettled.size < prefetch)
      if (free.length === 0) return
      const consumer = random.pick(free)
      const message = takeNext(queue)
      if (!message) return
      message.deliveries += 1
      if (message.deliveries > 1) noteRedelivery(queue, message)
      tellDelivery(queue, message, consumer.channelId)
      tags += 1
      consumer.unsettled.set(tags, message)
      consumer.receive(toDelivery(message, tags))
    }
  }

  const tellDelivery = ({ name }: Queue, { properties, deliveries }: Message, to: string) => {
    const what = properties.type === checkType ? `check ${properties.correlationId}` : properties.messageId
    if (name.startsWith('booking.payments'))
      tell(`broker: ${what} of ${name} goes to ${to}${deliveries > 1 ? ', again' : ''}`)
  }

  const noteRedelivery = ({ name }: Queue, { properties, content }: Message) => {
    if (properties.type === checkType) note('a check is redelivered')
    else if (name === 'booking.payments')
      note(isAtItsDeadline(content) ? 'a payment is redelivered at its deadline' : 'a payment is redelivered')
    else note('a message is redelivered')
  }

  const endConsumer = (consumer: Consumer) => {
    const { queue, unsettled } = consumer
    queue.consumers = queue.consumers.filter(other => other !== consumer)
    queue.returned.push(...unsettled.values())
    unsettled.clear()
    pump(queue)
  }

  return {
    owner,
    declare,
    queues,
    openChannel(channel: BrokerChannel) {
      channels.set(channel.id, channel)
    },
    /** The broker knows that a channel is lost: its messages in hand are returned. */
    endChannel(channel: BrokerChannel) {
      channels.delete(channel.id)
      for (const consumer of channel.consumers) endConsumer(consumer)
      channel.consumers.clear()
    },
    /** Publishes a message, which is confirmed with that; false on a channel that has ended. */
    publish(channel: BrokerChannel | undefined, message: Message, isMandatory: boolean): boolean {
      if (channel && !channels.has(channel.id)) return false
      const { properties } = message
      if (properties.replyTo === directReplyTo)
        message.properties = { ...properties, replyTo: `${directReplyTo}.${channel?.id}` }
      if (!put(message) && isMandatory) channel?.returned(message)
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
      pump(queue)
      return true
    },
    /** Ends the consumers of a channel; they keep their messages in hand, and another consumer becomes active. */
    cancel(channel: BrokerChannel) {
      for (const { queue } of channel.consumers) {
        queue.consumers = queue.consumers.filter(consumer => !channel.consumers.has(consumer))
        pump(queue)
      }
    },
    settle(channel: BrokerChannel, tag: number, isRejected: boolean) {
      for (const { queue, unsettled } of channel.consumers) {
        const message = unsettled.get(tag)
        if (!message) continue
        unsettled.delete(tag)
        if (isRejected) deadLetter(queue, message)
        pump(queue)
      }
    },
    /** Somebody removes the bindings of a queue. */
    unbind(queue: string) {
      for (const bound of bindings.values()) bound.delete(queue)
    },
    /** Somebody purges a queue: what waits in it is lost. */
    purge(name: string) {
      const queue = queues.get(name)
      if (queue) Object.assign(queue, { ready: [], returned: [] })
    },
    /** The counts of a queue: ready messages and consumers. */
    look(name: string) {
      const { ready = [], returned = [], consumers = [] } = queues.get(name) ?? {}
      return { messageCount: ready.length + returned.length, consumerCount: consumers.length }
    },
    /** How many messages a queue has, delivered or not. */
    count(name: string): number {
      const queue = queues.get(name)
      if (!queue) return 0
      const unsettled = queue.consumers.map(consumer => consumer.unsettled.size)
      return [queue.ready.length, queue.returned.length, ...unsettled].reduce((sum, part) => sum + part, 0)
    },
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
