import { manage } from '@campstore/testing/broker'
import { eventually, until } from '@campstore/testing/waiting'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { type Consumer, done, startConsumer } from './consumer.ts'
import { TransientError } from './failure.ts'
import { countSetAside } from './given-up.ts'
import { startSettlementMonitor } from './settlement.ts'
import type { QueueRoute } from './settlement-step.ts'
import { observe } from './testing/observer.ts'
import { brokerUrl, openBroker, silentLog, startBrokerProxy, unique, vhostOfTests } from './testing/servers.ts'
import { combined, consumerQueues, parkedQueue } from './topology.ts'

/** The clock of a process whose database is always there. */
const processClock = { now: () => new Date(), monotonic: () => performance.now(), reachableSince: () => 0 }

type ConsumeOptions = {
  queue?: string
  url?: string
  stopTimeoutMs?: number
  patienceMs?: number
  isServed?: () => boolean
}

/** A queue whose consumers process a message `slow …` until it is released. */
async function setUp() {
  const queue = unique('payments')
  const alternateQueue = `${queue}.unrouted`
  const [exchange, routingKey] = [`${queue}.exchange`, 'payment']
  const topology = combined(
    { exchanges: [{ name: exchange, type: 'topic' }], queues: [], bindings: [] },
    consumerQueues(queue, [{ exchange, routingKey }], { singleActiveConsumer: true }),
    consumerQueues(alternateQueue, [], { singleActiveConsumer: true }),
  )
  const observer = await observe()
  /** What ends the processing of a message, by its body; several when it was redelivered. */
  const releases = new Map<string, (() => void)[]>()
  const releasesOf = (body: string) => releases.get(body) ?? []
  const release = (body: string) => {
    for (const end of releasesOf(body)) end()
  }
  const releaseFirst = (body: string) => releasesOf(body)[0]?.()
  const started: string[] = []
  const consume = async (options: ConsumeOptions = {}): Promise<Consumer> => {
    const broker = await openBroker(topology, options.url)
    const isServed = options.isServed ?? (() => true)
    const consumer = startConsumer({
      broker,
      queue: options.queue ?? queue,
      prefetch: 10,
      log: silentLog,
      outage: () => (isServed() ? undefined : 'no answer'),
      settlement: { subjectOf: ({ content }) => content.toString(), patienceMs: options.patienceMs ?? 60_000 },
      stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
      handle: async ({ content }) => {
        const body = content.toString()
        if (!isServed()) throw new TransientError('no database')
        started.push(body)
        if (body.startsWith('slow'))
          await new Promise<void>(resolve => releases.set(body, [...releasesOf(body), resolve]))
        return done
      },
    })
    onTestFinished(() => {
      for (const body of releases.keys()) release(body)
      return consumer.stop()
    })
    return consumer
  }
  const route = { exchange, routingKey, alternateQueue }
  const startMonitor = async (url?: string, options: { route?: QueueRoute } = {}) => {
    const broker = await openBroker(topology, url)
    const usual = { clock: processClock, log: silentLog, retryAfterMs: 300 }
    const monitor = startSettlementMonitor({ broker, queue, ...usual, ...options })
    onTestFinished(() => monitor.stop())
    return monitor
  }
  await openBroker(topology)
  await eventually(() => observer.checkQueue(queue))
  const send = (body: string) => observer.send(queue, body)
  return { queue, route, observer, send, release, releaseFirst, started, consume, startMonitor }
}

test('a confirmed check shows that broker and consumers could be asked when a consumer has taken it, also without a reply', async () => {
  const { consume, startMonitor, send, started } = await setUp()
  await consume()
  await send('slow payment')
  await until(() => started.length === 1)
  const monitor = await startMonitor()
  const reached = monitor.waitUntilSettled(new Date(), 20_000)
  await until(() => monitor.reachableSince(new Date()))
  expect(await Promise.race([reached, monitor.waitUntilSettled(new Date(), 10)])).toBe(false)
})

test('there is no reply while an earlier message is unsettled; a later one does not matter', async () => {
  const { consume, startMonitor, send, release, started } = await setUp()
  await consume()
  const monitor = await startMonitor()
  await send('slow payment')
  await until(() => started.length === 1)
  const reached = monitor.waitUntilSettled(new Date(), 20_000)
  const early = await Promise.race([reached, monitor.waitUntilSettled(new Date(), 800)])
  await send('slow and later')
  release('slow payment')
  expect([early, await reached]).toEqual([false, true])
})

test('the next consumer settles the messages of a lost one before it replies, and the lost one never does', async () => {
  const proxy = await startBrokerProxy()
  const { consume, startMonitor, send, release, releaseFirst, started } = await setUp()
  await consume({ url: proxy.url })
  await send('slow payment')
  await until(() => started.length === 1)
  await consume()
  const monitor = await startMonitor()
  const at = new Date()
  expect(await monitor.waitUntilSettled(at, 800), 'the lost one has got the check').toBe(false)
  proxy.disconnect()
  proxy.reconnect()
  await until(() => started.length === 2)
  expect(await monitor.waitUntilSettled(at, 800)).toBe(false)
  releaseFirst('slow payment')
  expect(await monitor.waitUntilSettled(at, 800), 'its work was in vain').toBe(false)
  release('slow payment')
  expect(await monitor.waitUntilSettled(at, 20_000)).toBe(true)
})

test('a forged check is processed like any message', async () => {
  const { consume, send, observer, queue, started } = await setUp()
  await consume()
  await observer.send(queue, 'without reply address', { type: 'campstore.settlement-check', correlationId: '1' })
  await observer.send(queue, 'to a queue', { ...forged, replyTo: parkedQueue(queue) })
  // A reply to this would cost the consumer its connection.
  await observer.send(queue, 'of another user', { ...forged, replyTo: `amq.rabbitmq.reply-to.${made}` })
  await send('last')
  await until(() => started.length === 4)
  expect(await observer.count(parkedQueue(queue))).toBe(0)
})
const forged = { type: 'campstore.settlement-check', correlationId: '1' }
const made = 'g2dkAAAAAAAA.a2V5'

test('a message that cannot go on is set aside: replies no longer wait for it and name it, until it is settled', async () => {
  const { consume, startMonitor, send, release, started, queue } = await setUp()
  await consume({ patienceMs: 300 })
  const monitor = await startMonitor()
  await send('slow payment')
  await until(() => started.length === 1)
  expect(await monitor.waitUntilSettled(new Date(), 20_000)).toBe(true)
  expect([monitor.isSetAside('slow payment'), monitor.isSetAside('other')]).toEqual([true, false])
  expect(countSetAside(queue)).toBe(1)
  release('slow payment')
  await until(() => countSetAside(queue) === 0)
  expect(await monitor.waitUntilSettled(new Date(), 20_000)).toBe(true)
  expect(monitor.isSetAside('slow payment')).toBe(false)
})

test('a consumer that is not served consumes again when the other one ends', async () => {
  const { consume, observer, queue } = await setUp()
  await consume({ isServed: () => false })
  const other = await consume()
  await until(async () => (await observer.countConsumers(queue)) === 1)
  await other.stop()
  await until(async () => (await observer.countConsumers(queue)) === 1)
})

test('a monitor knows at once that no queue takes its checks, and has the binding declared again', async () => {
  const { route, queue, consume, startMonitor } = await setUp()
  await consume()
  await consume({ queue: route.alternateQueue })
  const connection = await connect(await brokerUrl())
  onTestFinished(() => connection.close())
  const channel = await connection.createChannel()
  const monitor = await startMonitor(undefined, { route })
  expect(await monitor.waitUntilSettled(new Date(), 20_000)).toBe(true)
  await channel.unbindQueue(queue, route.exchange, route.routingKey)
  expect(await monitor.waitUntilSettled(new Date(), 20_000)).toBe(true)
  const { name } = await vhostOfTests()
  expect(await manage('GET', `/api/exchanges/${name}/${route.exchange}/bindings/source`)).toHaveLength(1)
})
