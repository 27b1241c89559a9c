import { manage } from '@campstore/testing/broker'
import { eventually, until } from '@campstore/testing/waiting'
import { connect, type GetMessage } from 'amqplib'
import { onTestFinished } from 'vitest'
import { brokerUrl, fileVhost } from './servers.ts'

/** A client of the broker with its own connection. */
type Observer = {
  /** Waits for one message in a queue and removes it. */
  take(queue: string): Promise<GetMessage>
  /** Number of ready messages in a queue. */
  count(queue: string): Promise<number>
  countConsumers(queue: string): Promise<number>
  /** Removes all ready messages of a queue. */
  takeAll(queue: string): Promise<GetMessage[]>
  /** Sends a message to a queue, again where a new quorum queue refuses it because it has no leader yet. */
  send(queue: string, body: string, properties?: Record<string, unknown>): Promise<void>
  /** Sends a message with any JSON as headers, also such as our library cannot encode. */
  sendByManagement(queue: string, body: string, headers: object): Promise<void>
  /** Fails while a queue does not exist. */
  checkQueue(queue: string): Promise<void>
  deleteQueue(queue: string): Promise<void>
  /** Takes a message and requeues it, as the broker does for a process that dies. */
  requeue(queue: string): Promise<boolean>
}

export async function observe(): Promise<Observer> {
  const connection = await connect(await brokerUrl())
  connection.on('error', () => {})
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  onTestFinished(() => connection.close().catch(() => {}))
  const get = (queue: string) => channel.get(queue, { noAck: true })
  return {
    take: queue =>
      until(() => get(queue), 50).then(message => {
        if (!message) throw new Error('no message')
        return message
      }),
    count: async queue => (await channel.checkQueue(queue)).messageCount,
    countConsumers: async queue => (await channel.checkQueue(queue)).consumerCount,
    takeAll: async queue => {
      const messages: GetMessage[] = []
      for (let message = await get(queue); message; message = await get(queue)) messages.push(message)
      return messages
    },
    send: (queue, body, properties) => {
      const sendOnce = () =>
        new Promise<void>((resolve, reject) => {
          const options = { persistent: true, ...properties }
          channel.sendToQueue(queue, Buffer.from(body), options, error => (error ? reject(error) : resolve()))
        })
      return eventually(sendOnce)
    },
    sendByManagement: async (queue, body, headers) => {
      const { name } = await fileVhost()
      const message = { routing_key: queue, payload: body, payload_encoding: 'string', properties: { headers } }
      await manage('POST', `/api/exchanges/${name}/amq.default/publish`, message)
    },
    checkQueue: async queue => {
      // A failed check closes the channel, so it has its own.
      const probe = await connection.createChannel()
      probe.on('error', () => {})
      await probe.checkQueue(queue)
      await probe.close()
    },
    deleteQueue: async queue => {
      await channel.deleteQueue(queue)
    },
    requeue: async queue => {
      const message = await channel.get(queue)
      if (message) channel.nack(message, false, true)
      return Boolean(message)
    },
  }
}
