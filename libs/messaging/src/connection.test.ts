import { createServer } from 'node:net'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { createRecordingLog } from '@campstore/testing/recording-log'
import { until } from '@campstore/testing/waiting'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openConnection } from './connection.ts'
import { done, startConsumer } from './consumer.ts'
import { observe } from './testing/observer.ts'
import { deleteFileVhost, openConnectedBroker, silentLog, startBrokerProxy, unique } from './testing/servers.ts'
import { combined, consumerQueues, quorumQueue } from './topology.ts'

afterAll(deleteFileVhost)

const noTopology = { exchanges: [], queues: [], bindings: [] }

describe('a cluster with several addresses', () => {
  test('connects to another node when one is lost, and back when that one is lost', async () => {
    const nodes = [await startBrokerProxy(), await startBrokerProxy()]
    const [one, two] = nodes
    if (!one || !two) throw new Error('no nodes')
    one.disconnect()
    const broker = await openConnectedBroker(noTopology, nodes.map(({ url }) => url).join(','))
    expect(two.connections()).toBe(2)

    one.reconnect()
    two.disconnect()
    await until(() => one.connections() === 2 && broker.isConnected())

    two.reconnect()
    one.disconnect()
    await until(() => two.connections() === 4 && broker.isConnected())
  })

  test('spreads connections over the nodes', async () => {
    const nodes = [await startBrokerProxy(), await startBrokerProxy()]
    const url = nodes.map(node => node.url).join(',')
    // All twenty on one node: once in half a million runs.
    for (let count = 0; count < 10; count += 1) await openConnectedBroker(noTopology, url)
    for (const node of nodes) expect(node.connections()).toBeGreaterThan(0)
  })
})

test('processes that lose the broker at the same moment do not all come back at the same moment', async () => {
  // With a back-off that is the same for all, 400 attempts take twenty minutes.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => random.mockRestore())
  let attempts = 0
  const server = createServer(socket => {
    attempts += 1
    socket.destroy()
  })
  const { port, stop } = await listenOnLoopback(server)
  onTestFinished(() => void stop())
  const url = `amqp://127.0.0.1:${port}`
  const connection = openConnection({ url, name: 'test', topology: noTopology, log: silentLog })
  onTestFinished(() => connection.close())
  await until(() => attempts >= 400)
})

test('a connection that is closed while it opens leaves no connection behind, and ends no process', async () => {
  const proxy = await startBrokerProxy()
  const uncaught = vi.fn()
  process.on('uncaughtExceptionMonitor', uncaught)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', uncaught))
  const connection = openConnection({ url: proxy.url, name: 'test', topology: noTopology, log: silentLog })
  const isGone = Promise.withResolvers<void>()
  proxy.whenSent(Buffer.from('AMQP'), client => {
    client.on('close', () => isGone.resolve())
    void connection.close()
  })
  await isGone.promise
  await connection.close()
  expect(uncaught).not.toHaveBeenCalled()
})

test('a broker whose round trip is over a second gets a connection with all its consumers back', async () => {
  const name = unique('slow')
  const queues = Array.from({ length: 12 }, (_, place) => `${name}.${place}`)
  const exchange = { name, type: 'topic' as const }
  const bindings = [{ exchange: name, routingKey: 'key' }]
  const topology = combined(
    { exchanges: [exchange], queues: [], bindings: [] },
    ...queues.map(queue => consumerQueues(queue, bindings)),
  )
  const proxy = await startBrokerProxy()
  const broker = await openConnectedBroker(topology, proxy.url)
  const handle = async () => done
  const consumers = queues
    .slice(0, 4)
    .map(queue => startConsumer({ broker, queue, handle, prefetch: 1, log: silentLog }))
  onTestFinished(async () => void (await Promise.all(consumers.map(consumer => consumer.stop()))))
  const observer = await observe()
  const consuming = () => Promise.all(queues.map(observer.countConsumers))
  const all = queues.map((_, place) => (place < 4 ? 1 : 0))
  await expect.poll(consuming).toEqual(all)
  proxy.slowBy(600)
  proxy.disconnect()
  await expect.poll(consuming).toEqual(queues.map(() => 0))
  proxy.reconnect()
  await expect.poll(consuming).toEqual(all)
  proxy.slowBy(0)
})

test('each outage of the broker is logged with its reason, also one with the reason of the outage before', async () => {
  const { log, lines } = createRecordingLog()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  const proxy = await startBrokerProxy()
  proxy.disconnect()
  const connection = openConnection({ url: proxy.url, name: 'test', topology: noTopology, log })
  onTestFinished(() => connection.close())
  for (const outage of [1, 2, 3]) {
    await until(() => lines.length === outage * 2 - 1)
    proxy.reconnect()
    await until(() => lines.length === outage * 2)
    now.mockReturnValue(outage * 60_000)
    proxy.disconnect()
  }
  await until(() => lines.length === 7)
  const outage = ['No connection to the broker, retrying', 'Broker connected']
  expect(lines.map(({ msg }) => msg)).toEqual([...outage, ...outage, ...outage, outage[0]])
  expect(lines.filter(({ reason }) => typeof reason === 'string')).toHaveLength(4)
})

test('a binding that somebody has removed is declared again', async () => {
  const topology = {
    exchanges: [{ name: 'unbound', type: 'topic' as const }],
    queues: [quorumQueue('unbound')],
    bindings: [{ queue: 'unbound', exchange: 'unbound', routingKey: 'key' }],
  }
  const { url } = await startBrokerProxy()
  const connection = openConnection({ url, name: 'test', topology, log: silentLog, declareAgainMs: 50 })
  onTestFinished(() => connection.close())
  const own = connection.openChannel(async () => {})
  const channel = await until(() => own.current())
  await channel.unbindQueue('unbound', 'unbound', 'key')
  await expect
    .poll(async () => {
      channel.publish('unbound', 'key', Buffer.from('message'))
      await channel.waitForConfirms()
      return (await channel.checkQueue('unbound')).messageCount
    })
    .toBeGreaterThan(0)
})
