import { eventsExchange } from '@campstore/contract/messages/events'
import { newId } from '@campstore/core/new-id'
import { parseMessage } from '@campstore/core/parse-json'
import type { Broker } from './broker.ts'
import { reopen } from './channel.ts'

type EventListenerOptions = {
  broker: Broker
  /** Begins the names of the queues, which the user of the service may declare: `booking.live`. */
  prefix: string
  /** Routing keys of the events, which the user of the service may bind. */
  keys: readonly string[]
  /** Gets the parsed body of each event. The body is not validated: it is only a hint of a change. */
  onEvent(event: unknown): void
  /** Called whenever listening begins: events from before were not heard. */
  onListening(): void
}

/** Events that wait for one process at most: beyond them the oldest are dropped, as its streams compare their states anyway. */
const maxWaiting = 10_000

/**
 * Receives events in this process alone, by a queue that exists as long as its consumer. Nothing is acknowledged, and
 * events are missed while the broker cannot be reached. Use it for state that can be read again, and {@link startConsumer} for the rest.
 */
export function startEventListener(options: EventListenerOptions): { stop(): Promise<void> } {
  const { broker, prefix, keys, onEvent, onListening } = options
  const channel = broker.consuming.openChannel(async opened => {
    const queue = `${prefix}.${newId()}`
    const declared = opened.assertQueue(queue, {
      exclusive: true,
      autoDelete: true,
      durable: false,
      arguments: { 'x-queue-type': 'classic', 'x-max-length': maxWaiting },
    })
    const bound = keys.map(key => opened.bindQueue(queue, eventsExchange, key))
    const receive = (message: { content: Buffer } | null) => {
      // The queue is gone.
      if (!message) return reopen(opened)
      const json = parseMessage(message.content)
      if ('body' in json) onEvent(json.body)
    }
    await Promise.all([declared, ...bound, opened.consume(queue, receive, { noAck: true })])
    onListening()
  })
  return { stop: () => channel.close() }
}
