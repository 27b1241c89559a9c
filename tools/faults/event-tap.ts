import { setTimeout as pause } from 'node:timers/promises'
import { eventsExchange } from '@campstore/contract/messages/events'
import type { ConsumeMessage } from 'amqplib'
import { z } from 'zod'
import type { EventRecord, Recorder } from './history.ts'
import { lastingChannel } from './payment-service.ts'

/** Queue of its own to which every event is bound; a quorum queue, so that no crash of the broker loses what it has. */
export const tapQueue = 'faults.events'

const received = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** Consumes every event, through every loss of the connection, until it is closed. Repeated deliveries are recorded too. */
export async function tapEvents(rabbitmqUrl: string, recorder: Recorder): Promise<{ close(): Promise<void> }> {
  const connection = lastingChannel(rabbitmqUrl)
  let closed = false
  const consume = async (): Promise<void> => {
    const channel = await connection.open()
    await channel.assertExchange(eventsExchange, 'topic', { durable: true })
    await channel.assertQueue(tapQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    await channel.bindQueue(tapQueue, eventsExchange, '#')
    await channel.prefetch(200)
    const closed = new Promise<void>(resolve => channel.once('close', () => resolve()))
    await channel.consume(tapQueue, message => {
      if (message === null) return
      recorder.event(eventOf(message))
      try {
        channel.ack(message)
      } catch {
        // The channel is closed; the event is delivered again.
      }
    })
    started()
    return closed
  }
  let started = () => {}
  const firstStart = new Promise<void>(resolve => {
    started = resolve
  })
  const running = (async () => {
    while (!closed) {
      await consume().catch(() => {})
      if (!closed) await pause(500)
    }
  })()
  await firstStart
  return {
    close: async () => {
      closed = true
      await connection.close()
      await Promise.race([running, pause(3_000)])
    },
  }
}

function eventOf({ content }: ConsumeMessage): EventRecord {
  const { id, type, subject, time, data } = received.parse(JSON.parse(content.toString()))
  return { id, type, subject, time: Date.parse(time), receivedAt: Date.now(), data }
}
