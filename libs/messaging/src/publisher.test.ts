import { describe, expect, it, vi } from 'vitest'
import type { OutgoingMessage } from './publisher.ts'
import { observe } from './testing/observer.ts'
import { cuttableBroker, openBroker, unique } from './testing/servers.ts'
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

async function ready(broker: { isConnected(): boolean }): Promise<void> {
  await vi.waitUntil(() => broker.isConnected(), { timeout: 15_000, interval: 20 })
}

describe('publishing', () => {
  it('has the message in the queue, persistent and with its id, when it resolves', async () => {
    const queue = unique('published')
    const broker = await openBroker(withQueue(queue))
    const observer = await observe()
    await ready(broker)
    const message = messageTo(queue)
    await broker.publisher.publish(message)
    expect((await observer.take(queue)).properties).toMatchObject({
      messageId: message.properties.messageId,
      contentType: 'application/json',
      deliveryMode: 2,
    })
  })

  it('fails for a mandatory message that no queue takes', async () => {
    const queue = unique('published')
    const broker = await openBroker(withQueue(queue))
    await ready(broker)
    await expect(broker.publisher.publish(messageTo(unique('nowhere')))).rejects.toMatchObject({ unroutable: true })
  })

  it('succeeds for an event that nobody listens to', async () => {
    const exchange = unique('events')
    const topology = { exchanges: [{ name: exchange, type: 'topic' as const }], queues: [], bindings: [] }
    const broker = await openBroker(topology)
    await ready(broker)
    await expect(broker.publisher.publish(messageTo('any', { exchange, mandatory: false }))).resolves.toBeUndefined()
  })

  it('fails when the broker refuses the message', async () => {
    const queue = unique('full')
    const broker = await openBroker(withQueue(queue, { 'x-max-length': 1, 'x-overflow': 'reject-publish' }))
    await ready(broker)
    const fill = async () => {
      for (let number = 0; number < 100; number += 1) await broker.publisher.publish(messageTo(queue))
    }
    await expect(fill()).rejects.toMatchObject({ name: 'PublishError', unroutable: false })
  })

  it('fails at once while there is no connection', async () => {
    const queue = unique('published')
    const way = await cuttableBroker()
    way.cut()
    const broker = await openBroker(withQueue(queue), way.url)
    await expect(broker.publisher.publish(messageTo(queue))).rejects.toThrow('not connected')
  })

  it('fails for what was not confirmed when the connection breaks', async () => {
    const queue = unique('published')
    const way = await cuttableBroker()
    const broker = await openBroker(withQueue(queue), way.url)
    await ready(broker)
    const published = broker.publisher.publish(messageTo(queue))
    way.cut()
    await expect(published).rejects.toMatchObject({ name: 'PublishError', unroutable: false })
  })

  it('starts without the broker and works when it comes', async () => {
    const queue = unique('published')
    const way = await cuttableBroker()
    way.cut()
    const broker = await openBroker(withQueue(queue), way.url)
    way.mend()
    await ready(broker)
    await expect(broker.publisher.publish(messageTo(queue))).resolves.toBeUndefined()
  })

  it('goes on after a message to an exchange that does not exist has cost it the channel', async () => {
    const queue = unique('published')
    const broker = await openBroker(withQueue(queue))
    await ready(broker)
    await expect(broker.publisher.publish(messageTo(queue, { exchange: unique('no') }))).rejects.toThrow()
    await ready(broker)
    await expect(broker.publisher.publish(messageTo(queue))).resolves.toBeUndefined()
  })

  it('makes a queue again that somebody has deleted', async () => {
    const queue = unique('published')
    const broker = await openBroker(withQueue(queue))
    const observer = await observe()
    await ready(broker)
    await observer.remove(queue)
    await broker.publisher.publish(messageTo(queue)).catch(() => {})
    await vi.waitFor(() => broker.publisher.publish(messageTo(queue)), { timeout: 5_000 })
  })
})
