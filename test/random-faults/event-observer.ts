import { eventsExchange } from '@campstore/contract/messages/events'
import type { RecoveringChannel } from '@campstore/messaging/channel'
import type { Connection } from '@campstore/messaging/connection'
import { quorumQueue, type Topology } from '@campstore/messaging/topology'
import { z } from 'zod'
import type { Recorder } from './history.ts'

const queue = 'faults.events'

/** A queue that gets every event. It is a quorum queue, so that it loses nothing when the broker crashes. */
export const observerTopology: Topology = {
  exchanges: [{ name: eventsExchange, type: 'topic' }],
  queues: [quorumQueue(queue)],
  bindings: [{ queue, exchange: eventsExchange, routingKey: '#' }],
}

const receivedEvent = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string().transform(time => Date.parse(time)),
  data: z.record(z.string(), z.unknown()),
})

/** Records every event, repeated deliveries too, until it is closed. */
export const observeEvents = (connection: Connection, recorder: Recorder): RecoveringChannel =>
  connection.openChannel(async channel => {
    await channel.prefetch(200)
    await channel.consume(queue, message => {
      // The broker cancelled the consumer: the connection opens another channel.
      if (message === null) return void channel.close().catch(() => {})
      recorder.event({ ...receivedEvent.parse(JSON.parse(message.content.toString())), receivedAt: Date.now() })
      try {
        channel.ack(message)
      } catch {
        // The channel is closed; the event is delivered again.
      }
    })
  })
