import { eventsExchange } from '@campstore/contract/messages/events'
import { maxMessageBytes } from '@campstore/core/parse-json'
import { expect, onTestFinished, test } from 'vitest'
import { startEventListener } from './event-listener.ts'
import { openConnectedBroker, startBrokerProxy, unique } from './testing/servers.ts'

test('every process hears each event of its keys, and says when it listens again after its connection was lost', async () => {
  const topology = { exchanges: [{ name: eventsExchange, type: 'topic' as const }], queues: [], bindings: [] }
  const proxy = await startBrokerProxy()
  const listen = async (url?: string) => {
    const heard: unknown[] = []
    const begun: string[] = []
    const listener = startEventListener({
      broker: await openConnectedBroker(topology, url),
      prefix: unique('live'),
      keys: ['booking.*'],
      onEvent: event => heard.push(event),
      onListening: () => begun.push('listening'),
    })
    onTestFinished(() => listener.stop())
    return { heard, begun }
  }
  const [one, other] = [await listen(proxy.url), await listen()]
  await expect.poll(() => [one.begun.length, other.begun.length]).toEqual([1, 1])
  const { publisher } = await openConnectedBroker(topology)
  const publish = (routingKey: string, content: string) => {
    const message = { routingKey, content: Buffer.from(content), mandatory: false, properties: {} }
    return publisher.publish({ exchange: eventsExchange, ...message })
  }
  await publish('order.paid', '{"number":0}')
  await publish('booking.paid', '{"number":1}')
  for (const malformed of ['no JSON', '['.repeat(20) + ']'.repeat(20), JSON.stringify('x'.repeat(maxMessageBytes))])
    await publish('booking.paid', malformed)
  await publish('booking.paid', '{"number":"last"}')
  await expect.poll(() => [one.heard, other.heard]).toEqual(Array(2).fill([{ number: 1 }, { number: 'last' }]))
  proxy.disconnect()
  await publish('booking.paid', '{"number":2}')
  proxy.reconnect()
  await expect.poll(() => one.begun.length).toBe(2)
  await publish('booking.paid', '{"number":3}')
  await expect.poll(() => one.heard.at(-1)).toEqual({ number: 3 })
  await expect.poll(() => other.heard.slice(2)).toEqual([{ number: 2 }, { number: 3 }])
})
