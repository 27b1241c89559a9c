import { manage } from '@campstore/testing/broker'
import { connect, type GetMessage } from 'amqplib'
import { onTestFinished, vi } from 'vitest'
import { brokerUrl, fileVhost } from './servers.ts'

/** An observer of the broker with a connection of its own. */
export type Observer = {
  /** Waits for one message in a queue and takes it. */
  take(queue: string): Promise<GetMessage>
  /** Messages ready in a queue. */
  count(queue: string): Promise<number>
  /** Takes everything that is in a queue now. */
  takeAll(queue: string): Promise<GetMessage[]>
  /** Puts a message into a queue as a foreign publisher would. */
  put(queue: string, body: string, properties?: Record<string, unknown>): Promise<void>
  /** Puts a message into a queue with headers of any JSON, also such as our library cannot write. */
  putFromElsewhere(queue: string, body: string, headers: object): Promise<void>
  /** Fails while a queue does not exist. */
  exists(queue: string): Promise<void>
  /** Deletes a queue. */
  remove(queue: string): Promise<void>
  /** Consumes a queue until a message comes, and loses its channel with that in hand. */
  takeAndLose(queue: string): Promise<void>
  /** Takes a message and gives it back, as a process that dies does. */
  takeAndGiveBack(queue: string): Promise<boolean>
}

export async function observe(): Promise<Observer> {
  const connection = await connect(await brokerUrl())
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  connection.on('error', () => {})
  onTestFinished(() => connection.close().catch(() => {}))
  const get = (queue: string) => channel.get(queue, { noAck: true })
  return {
    take: queue =>
      vi
        .waitUntil(() => get(queue), { timeout: 15_000, interval: 50 })
        .then(message => {
          if (!message) throw new Error('no message')
          return message
        }),
    count: async queue => (await channel.checkQueue(queue)).messageCount,
    takeAll: async queue => {
      const messages: GetMessage[] = []
      for (let message = await get(queue); message; message = await get(queue)) messages.push(message)
      return messages
    },
    put: async (queue, body, properties) => {
      channel.sendToQueue(queue, Buffer.from(body), { persistent: true, ...properties })
      await channel.waitForConfirms()
    },
    putFromElsewhere: async (queue, body, headers) => {
      const { name } = await fileVhost()
      const message = { routing_key: queue, payload: body, payload_encoding: 'string', properties: { headers } }
      await manage('POST', `/api/exchanges/${name}/amq.default/publish`, message)
    },
    exists: async queue => {
      // A failed check costs the channel, so it has one of its own.
      const probe = await connection.createChannel()
      probe.on('error', () => {})
      await probe.checkQueue(queue)
      await probe.close()
    },
    remove: async queue => {
      await channel.deleteQueue(queue)
    },
    takeAndLose: async queue => {
      const lost = await connection.createChannel()
      await new Promise<void>(resolve => void lost.consume(queue, () => resolve()))
      await lost.close()
    },
    takeAndGiveBack: async queue => {
      const message = await channel.get(queue)
      if (message) channel.nack(message, false, true)
      return Boolean(message)
    },
  }
}
