import { until } from '@campstore/testing/waiting'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConnection } from './connection.ts'
import { openConnectedBroker, silentLog, startBrokerProxy } from './testing/servers.ts'
import { quorumQueue } from './topology.ts'

const noTopology = { exchanges: [], queues: [], bindings: [] }

test('a client of several addresses connects to another node when one is lost, and back when that one is lost', async () => {
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
