import { eventually, until } from '@campstore/testing/waiting'
import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { createPublisher, type OutgoingMessage } from './publisher.ts'
import { observe } from './testing/observer.ts'
import { openConnectedBroker, startBrokerProxy, unique } from './testing/servers.ts'
import { quorumQueue } from './topology.ts'

const messageTo = (queue: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  exchange: '',
  routingKey: queue,
  content: Buffer.from('{}'),
  mandatory: true,
  properties: { messageId: unique('message'), contentType: 'application/json' },
  ...more,
})

const withQueue = (queue: string, limits: Record<string, string | number> = {}) => {
  const { arguments: standard } = quorumQueue(queue)
  return { exchanges: [], queues: [{ name: queue, arguments: { ...standard, ...limits } }], bindings: [] }
}

test('publish resolves when the persistent message is in the queue, fails where no queue takes it, declares a deleted one again', async () => {
  const queue = unique('published')
  const broker = await openConnectedBroker(withQueue(queue))
  const observer = await observe()
  const message = messageTo(queue)
  await broker.publisher.publish(message)
  expect((await observer.take(queue)).properties).toMatchObject({
    messageId: message.properties.messageId,
    contentType: 'application/json',
    deliveryMode: 2,
  })
  await expect(broker.publisher.publish(messageTo(unique('nowhere')))).rejects.toThrow('no queue takes')
  await observer.deleteQueue(queue)
  await broker.publisher.publish(messageTo(queue)).catch(() => {})
  await eventually(() => broker.publisher.publish(messageTo(queue)))
})

test('publish works again after a message to an unknown exchange closed the channel, on the same connection', async () => {
  const queue = unique('published')
  const proxy = await startBrokerProxy()
  const broker = await openConnectedBroker(withQueue(queue), proxy.url)
  for (let round = 0; round < 3; round += 1) {
    await expect(broker.publisher.publish(messageTo(queue, { exchange: unique('no') }))).rejects.toThrow()
    await until(() => broker.isConnected())
  }
  await expect(broker.publisher.publish(messageTo(queue))).resolves.toBeUndefined()
  expect(proxy.connections(), 'one for publishing, one for consuming').toBe(2)
})

test('a queue that confirms on no connection does not cost the others theirs for ever', async () => {
  const openSilent = () => ({ on: () => {}, publish: () => {} })
  let channel = openSilent()
  let abandoned = 0
  const connection = {
    openChannel: () => ({ current: () => channel }),
    isBlocked: () => false,
    abandon: () => {
      abandoned += 1
      channel = openSilent()
    },
  } as unknown as Connection
  const publisher = createPublisher({ connection, topology: withQueue('any'), confirmTimeoutMs: 1 })
  const publishTo = async (queue: string) => {
    await expect(publisher.publish(messageTo(queue))).rejects.toThrow('in time')
  }
  for (let attempt = 0; attempt < 5; attempt += 1) await publishTo('broken')
  expect(abandoned).toBe(3)
  await publishTo('another')
  expect(abandoned, 'another queue may not be reached from this node').toBe(4)
})
