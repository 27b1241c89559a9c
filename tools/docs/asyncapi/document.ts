import { version } from '@campstore/core/version'
import type { Json } from '../json-schema.ts'
import { eventChannels, eventMessages, eventOperations } from './events.ts'
import { paymentChannels, paymentMessages, paymentOperations } from './payments.ts'

const introduction = `All messages that campstore publishes for others or accepts from them, over RabbitMQ. Bodies are JSON in UTF-8.

**Delivery.** Events are delivered at least once: a subscriber recognises a repeated delivery by the \`id\` of the event, campstore a repeated payment by its \`eventId\`. Events of one booking or order are in order as far as one relay publishes them; a subscriber reads the details from the API (/openapi.json).

**Exchanges and queues.** All are durable, all queues are quorum queues. campstore declares the \`x-arguments\` and \`x-bindings\` of a channel. A subscriber to events declares its own queue.

**Failures.** A message that fails stays where it is and is tried again. One that is itself at fault is parked after a few attempts, in \`<queue>.parked\`, with the reason. A payment notification that is malformed or wrongly signed goes to \`payments.rejected\`.

What campstore sends to itself, such as the timers of holds, is not described.`

/** The AsyncAPI 3 document of every message that others send or receive. */
export const asyncApiDocument = (): Json => ({
  asyncapi: '3.0.0',
  info: {
    title: 'campstore messages',
    version,
    description: introduction,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  servers: {
    broker: {
      host: '{host}',
      protocol: 'amqp',
      protocolVersion: '0.9.1',
      description: 'RabbitMQ 3.10 or newer',
      variables: { host: { description: 'Address of the broker', default: 'localhost:5673' } },
      security: [{ $ref: '#/components/securitySchemes/user' }],
    },
  },
  channels: { ...eventChannels, ...paymentChannels },
  operations: { ...eventOperations, ...paymentOperations },
  components: {
    securitySchemes: {
      user: {
        type: 'userPassword',
        description: 'A user of the broker; the payment service and subscribers have their own',
      },
    },
    messages: { ...eventMessages, ...paymentMessages },
  },
})
