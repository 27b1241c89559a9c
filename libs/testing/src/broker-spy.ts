import { eventsExchange } from '@campstore/contract/messages/events'
import { type PaymentNotification, paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { signedMessage } from '@campstore/payments/notification'
import { type ConfirmChannel, type ConsumeMessage, connect, type GetMessage } from 'amqplib'
import { requireDocumentedEvent } from './documented.ts'
import { eventually } from './waiting.ts'

export type SeenEvent = { routingKey: string; contentType: unknown; messageId: unknown; event: Record<string, unknown> }

/** Subscribes to the events of a vhost; declares their exchange as the services do. */
export async function spyOnBroker(url: string) {
  const connection = await connect(url)
  connection.on('error', () => {})
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  const seen = await subscribe(channel)
  /** The events about a subject so far, oldest first. */
  const eventsAbout = (subject: string) => {
    const events = seen.filter(({ event }) => event.subject === subject)
    for (const { event } of events) requireDocumentedEvent(event)
    return events
  }
  /** Publishes any content on the payments exchange, for a kind of target. */
  const publishPayment = async (
    kind: PaymentNotification['target']['kind'],
    content: Buffer,
    headers: Record<string, string>,
    properties: object = {},
  ) => {
    const options = { contentType: 'application/json', persistent: true, headers, ...properties }
    channel.publish(paymentsExchange, paymentRoutingKey(kind), content, options)
    await channel.waitForConfirms()
  }
  /** Waits for a message in a queue that fits, and removes it and those before it. */
  const takeWhere = (queue: string, fits: (message: GetMessage) => boolean): Promise<GetMessage> =>
    eventually(async () => {
      for (;;) {
        const message = await channel.get(queue, { noAck: true })
        if (!message) throw new Error(`nothing in ${queue}`)
        if (fits(message)) return message
      }
    })
  return {
    eventsAbout,
    /** The data of the events of a type about a subject so far, oldest first. */
    dataAbout: (subject: string, type: string) =>
      eventsAbout(subject).flatMap(({ routingKey, event }) => (routingKey === type ? [event.data] : [])),
    /** Waits for an event of a type about a subject. */
    eventOf: (subject: string, type: string): Promise<SeenEvent> =>
      eventually(() => {
        const found = eventsAbout(subject).find(({ routingKey }) => routingKey === type)
        if (!found) throw new Error(`no ${type} about ${subject} was published`)
        return found
      }, 20),
    publishPayment,
    pay: (notification: Pick<PaymentNotification, 'eventId' | 'target'>, signing: { secret: string; at: Date }) => {
      const { content, options } = signedMessage(notification, signing)
      return publishPayment(notification.target.kind, content, options.headers, options)
    },
    /** Publishes an event, as the service that owns its subject does. */
    publishEvent: async (event: { type: string; data?: object }) => {
      channel.publish(eventsExchange, event.type, Buffer.from(JSON.stringify(event)), { persistent: true })
      await channel.waitForConfirms()
    },
    put: async (queue: string, content: Buffer) => {
      channel.sendToQueue(queue, content, { persistent: true, contentType: 'application/json' })
      await channel.waitForConfirms()
    },
    take: (queue: string) => takeWhere(queue, () => true),
    takeWhere,
    /** Removes all messages of the quorum queues among these. */
    purge: async (queues: readonly { name: string; type: string }[]): Promise<void> => {
      for (const { name, type } of queues) if (type === 'quorum') await channel.purgeQueue(name)
    },
    stop: () => connection.close().catch(() => {}),
  }
}

/** Subscribes to all events. @returns those that have arrived, oldest first; later ones are added */
async function subscribe(channel: ConfirmChannel): Promise<readonly SeenEvent[]> {
  const seen: SeenEvent[] = []
  await channel.assertExchange(eventsExchange, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, eventsExchange, '#')
  const note = (message: ConsumeMessage | null) => {
    if (!message) return
    const { contentType, messageId } = message.properties
    const event: Record<string, unknown> = JSON.parse(message.content.toString())
    seen.push({ routingKey: message.fields.routingKey, contentType, messageId, event })
  }
  await channel.consume(queue, note, { noAck: true })
  return seen
}
