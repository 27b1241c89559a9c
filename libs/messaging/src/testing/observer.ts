import { manage } from '@campstore/testing/broker'
import { eventually, until } from '@campstore/testing/waiting'
import { connect, type GetMessage } from 'amqplib'
import { onTestFinished } from 'vitest'
import { brokerUrl, vhostOfTests } from './servers.ts'

/** A client of the broker with its own connection. */
export async function observe() {
  const connection = await connect(await brokerUrl())
  connection.on('error', () => {})
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  onTestFinished(() => connection.close().catch(() => {}))
  const get = (queue: string) => channel.get(queue, { noAck: true })
  return {
    /** Waits for one message in a queue and removes it. */
    take: (queue: string) =>
      until(() => get(queue), 50).then(message => {
        if (!message) throw new Error('no message')
        return message
      }),
    count: async (queue: string) => (await channel.checkQueue(queue)).messageCount,
    countConsumers: async (queue: string) => (await channel.checkQueue(queue)).consumerCount,
    takeAll: async (queue: string) => {
      const messages: GetMessage[] = []
      for (let message = await get(queue); message; message = await get(queue)) messages.push(message)
      return messages
    },
    /** Sends a message, again where a new quorum queue refuses it because it has no leader yet. */
    send: (queue: string, body: string, properties?: Record<string, unknown>) => {
      const sendOnce = () =>
        new Promise<void>((resolve, reject) => {
          const options = { persistent: true, ...properties }
          channel.sendToQueue(queue, Buffer.from(body), options, error => (error ? reject(error) : resolve()))
        })
      return eventually(sendOnce)
    },
    /** Sends a message with any JSON as headers, also such as our library cannot encode. */
    sendByManagement: async (queue: string, body: string, headers: object) => {
      const { name } = await vhostOfTests()
      const message = { routing_key: queue, payload: body, payload_encoding: 'string', properties: { headers } }
      await manage('POST', `/api/exchanges/${name}/amq.default/publish`, message)
    },
    /** Fails while a queue does not exist. */
    checkQueue: async (queue: string) => {
      // A failed check closes the channel, so it has its own.
      const probe = await connection.createChannel()
      probe.on('error', () => {})
      await probe.checkQueue(queue)
      await probe.close()
    },
    deleteQueue: async (queue: string) => void (await channel.deleteQueue(queue)),
    /** Takes a message and requeues it, as the broker does for a process that dies. */
    requeue: async (queue: string) => {
      const message = await channel.get(queue)
      if (message) channel.nack(message, false, true)
    },
  }
}
