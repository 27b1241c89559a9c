import { eventsExchange } from '@campstore/contract/messages/events'
import { type PaymentNotification, paymentsExchange } from '@campstore/contract/messages/payments'
import { holdsExchange, parseHoldTimer } from '@campstore/messaging/hold-timers'
import { signedMessage } from '@campstore/payments/notification'
import { requireDocumentedEvent } from '@campstore/testing/documented'
import { paymentFor } from '@campstore/testing/payments'
import { type ConfirmChannel, connect } from 'amqplib'
import { z } from 'zod'

/** The signing secret that the payment service of these tests shares with the services. */
export const paymentSecret = 'secret-of-the-tests-payment-service'

const receivedEvent = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  data: z.object({ reason: z.string().optional() }),
})

/** An event as a subscriber sees it. */
export type ReceivedEvent = z.output<typeof receivedEvent>

/** A subscriber to everything, whose queues outlive its connections and the broker's restarts. */
export type Subscriber = {
  /** Every event so far, each once by its id. */
  events(): Promise<ReceivedEvent[]>
  /** The bookings and orders whose hold timers have ended so far, each once. */
  endedHolds(): Promise<string[]>
}

const queues = { events: 'watched.events', holds: 'watched.holds' }

/** Subscribes to the events and to the ended hold timers. To be called before a service publishes anything. */
export async function subscribe(rabbitmqUrl: string): Promise<Subscriber> {
  const events = new Map<string, ReceivedEvent>()
  const holds = new Set<string>()
  await onChannel(rabbitmqUrl, async channel => {
    await channel.assertExchange(eventsExchange, 'topic', { durable: true })
    await channel.assertExchange(holdsExchange, 'direct', { durable: true })
    await channel.assertQueue(queues.events, { durable: true })
    await channel.assertQueue(queues.holds, { durable: true })
    await channel.bindQueue(queues.events, eventsExchange, '#')
    for (const kind of ['booking', 'order']) {
      await channel.bindQueue(queues.holds, holdsExchange, `${kind}.hold-expired`)
    }
  })
  return {
    events: async () => {
      for (const content of await takeAll(rabbitmqUrl, queues.events)) {
        const body: unknown = JSON.parse(content.toString())
        requireDocumentedEvent(body)
        const event = receivedEvent.parse(body)
        events.set(event.id, event)
      }
      return [...events.values()]
    },
    endedHolds: async () => {
      for (const content of await takeAll(rabbitmqUrl, queues.holds)) holds.add(parseHoldTimer(content))
      return [...holds]
    },
  }
}

const takeAll = (rabbitmqUrl: string, queue: string): Promise<Buffer[]> =>
  onChannel(rabbitmqUrl, async channel => {
    const contents: Buffer[] = []
    for (let next = await channel.get(queue); next; next = await channel.get(queue)) contents.push(next.content)
    channel.ackAll()
    await channel.waitForConfirms()
    return contents
  })

/** What is paid: a booking or an order. */
export type PaymentTarget = PaymentNotification['target']

/** The payment service: publishes signed notifications over one connection. */
export type PaymentService = {
  /** Publishes that a booking or an order was paid, and waits for the confirm. Returns the notification's event id. */
  pay(target: PaymentTarget, amount: string): Promise<string>
  /** Publishes a notification, signed with the secret of the services or another one, and waits for the confirm. */
  publish(notification: PaymentNotification, secret?: string): Promise<void>
  close(): Promise<void>
}

/** Connects the payment service. */
export async function openPaymentService(rabbitmqUrl: string): Promise<PaymentService> {
  const connection = await connect(rabbitmqUrl)
  connection.on('error', () => {})
  const channel = await connection.createConfirmChannel()
  await channel.assertExchange(paymentsExchange, 'topic', { durable: true })
  const publish = async (notification: PaymentNotification, secret = paymentSecret) => {
    const { exchange, routingKey, content, options } = signedMessage(notification, { secret, at: new Date() })
    await new Promise<void>((resolve, reject) => {
      const confirmed = (error: unknown) => (error ? reject(error) : resolve())
      channel.publish(exchange, routingKey, content, options, confirmed)
    })
  }
  return {
    publish,
    pay: async (target, amount) => {
      const notification = paymentFor(target, amount, new Date())
      await publish(notification)
      return notification.eventId
    },
    close: () => connection.close().catch(() => {}),
  }
}

async function onChannel<T>(rabbitmqUrl: string, work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const connection = await connect(rabbitmqUrl, { timeout: 5_000 })
  connection.on('error', () => {})
  try {
    return await work(await connection.createConfirmChannel())
  } finally {
    await connection.close().catch(() => {})
  }
}
