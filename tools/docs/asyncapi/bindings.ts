import type { Topology } from '@campstore/messaging/topology'
import type { Json } from '../json-schema.ts'

const bindingVersion = '0.3.0'

/** What is said of a channel besides its binding; messages by the name of their component. */
type ChannelText = { description: string; messages: readonly string[] }

const channel = (address: string, { description, messages }: ChannelText, amqp: Json): Json => ({
  address,
  description,
  messages: Object.fromEntries(messages.map(name => [name, { $ref: `#/components/messages/${name}` }])),
  bindings: { amqp: { ...amqp, bindingVersion } },
})

/** A channel that is a routing key of a topic exchange. */
export const routingKeyChannel = (exchange: string, routingKey: string, text: ChannelText): Json =>
  channel(routingKey, text, {
    is: 'routingKey',
    exchange: { name: exchange, type: 'topic', durable: true, autoDelete: false, vhost: '/' },
  })

/** A channel that is a queue, with the arguments and bindings that the topology declares. */
export function queueChannel(topology: Topology, name: string, text: ChannelText): Json {
  const declared = topology.queues.find(queue => queue.name === name)
  if (!declared) throw new Error(`No queue "${name}".`)
  const bindings = topology.bindings.filter(({ queue }) => queue === name)
  return {
    ...channel(name, text, {
      is: 'queue',
      queue: { name, durable: true, exclusive: false, autoDelete: false, vhost: '/' },
    }),
    'x-arguments': declared.arguments,
    ...(bindings.length > 0 && {
      'x-bindings': bindings.map(({ exchange, routingKey }) => ({ exchange, routingKey })),
    }),
  }
}

/** What campstore does with a message of a channel. It is persistent, so that it outlives a restart of the broker. */
export const operation = (
  action: 'send' | 'receive',
  channel: string,
  message: string,
  { mandatory, ...text }: { title: string; summary: string; description: string; mandatory: boolean },
): Json => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  ...text,
  bindings: { amqp: { deliveryMode: 2, mandatory, ack: true, bindingVersion } },
  messages: [{ $ref: `#/channels/${channel}/messages/${message}` }],
})
