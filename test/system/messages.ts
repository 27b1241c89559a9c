import { eventsExchange } from '@campstore/contract/messages/events'
import { parseHoldTimer } from '@campstore/holds/messages'
import { holdsExchange } from '@campstore/holds/topology'
import { requireDocumentedEvent } from '@campstore/testing/documented'
import type { ConfirmChannel } from 'amqplib'
import { z } from 'zod'
import { onBroker } from '../../tools/broker/on-broker.ts'

const receivedEvent = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  data: z.object({ reason: z.string().optional() }),
})

type ReceivedEvent = z.output<typeof receivedEvent>

const queues = { events: 'watched.events', holds: 'watched.holds' }

/** Subscribes to events and ended hold timers by durable queues, before a service publishes anything. */
export async function subscribe(rabbitmqUrl: string) {
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
    /** Every event so far, each once by its id. */
    events: async () => {
      for (const content of await takeAll(rabbitmqUrl, queues.events)) {
        const body: unknown = JSON.parse(content.toString())
        requireDocumentedEvent(body)
        const event = receivedEvent.parse(body)
        events.set(event.id, event)
      }
      return [...events.values()]
    },
    /** The bookings and orders whose hold timers have ended so far, each once. */
    endedHolds: async () => {
      for (const content of await takeAll(rabbitmqUrl, queues.holds))
        for (const id of parseHoldTimer(content)) holds.add(id)
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

const onChannel = <T>(rabbitmqUrl: string, work: (channel: ConfirmChannel) => Promise<T>): Promise<T> =>
  onBroker(rabbitmqUrl, async connection => work(await connection.createConfirmChannel()))
