import { eventually, until } from '@campstore/testing/waiting'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type Consumer, done, startConsumer } from './consumer.ts'
import { startSettlementMonitor } from './settlement.ts'
import { observe } from './testing/observer.ts'
import { deleteFileVhost, openBroker, silentLog, startBrokerProxy, unique } from './testing/servers.ts'
import { consumerQueues, parkedQueue } from './topology.ts'

afterAll(deleteFileVhost)

/** A queue whose consumers process a message `slow …` until it is released. */
async function setUp() {
  const queue = unique('payments')
  const topology = consumerQueues(queue, [], { singleActiveConsumer: true })
  const observer = await observe()
  /** What ends the processing of a message, by its body; several when it was redelivered. */
  const releases = new Map<string, (() => void)[]>()
  const releasesOf = (body: string) => releases.get(body) ?? []
  const release = (body: string) => {
    for (const end of releasesOf(body)) end()
  }
  const started: string[] = []
  const consume = async (options: { url?: string; stopTimeoutMs?: number } = {}): Promise<Consumer> => {
    const broker = await openBroker(topology, options.url)
    const consumer = startConsumer({
      broker,
      queue,
      prefetch: 10,
      log: silentLog,
      repliesToSettlementChecks: true,
      stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
      handle: async ({ content }) => {
        const body = content.toString()
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
  /** When each check was sent. */
  const sent: Date[] = []
  const startMonitor = async (url?: string) => {
    const broker = await openBroker(topology, url)
    const monitor = startSettlementMonitor({
      broker,
      queue,
      clock: () => {
        const now = new Date()
        sent.push(now)
        return now
      },
      log: silentLog,
      retryAfterMs: 300,
    })
    onTestFinished(() => monitor.stop())
    return monitor
  }
  await openBroker(topology)
  await eventually(() => observer.checkQueue(queue))
  return {
    queue,
    topology,
    observer,
    send: (body: string) => observer.send(queue, body),
    release,
    started,
    sent,
    consume,
    startMonitor,
  }
}

test('nothing is known before the first check, whose reply settles everything through its instant', async () => {
  const { consume, startMonitor } = await setUp()
  await consume()
  const monitor = await startMonitor()
  expect(monitor.settledThrough()).toBeUndefined()
  const startedAt = new Date()
  expect(await monitor.waitUntilSettled(startedAt, 20_000)).toBe(true)
  expect(monitor.settledThrough()?.getTime()).toBeGreaterThanOrEqual(startedAt.getTime())
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

test('there is no reply while an earlier message waits in a queue without a consumer', async () => {
  const { consume, startMonitor, send, started } = await setUp()
  const monitor = await startMonitor()
  await send('waiting')
  const reached = monitor.waitUntilSettled(new Date(), 20_000)
  expect(await monitor.waitUntilSettled(new Date(), 500)).toBe(false)
  await consume()
  expect([await reached, started]).toEqual([true, ['waiting']])
})

test('the next consumer settles the messages of a lost one before it replies', async () => {
  const proxy = await startBrokerProxy()
  const { consume, startMonitor, send, release, started } = await setUp()
  await consume({ url: proxy.url })
  await send('slow payment')
  await until(() => started.length === 1)
  await consume()
  const monitor = await startMonitor()
  const reached = monitor.waitUntilSettled(new Date(), 20_000)
  proxy.disconnect()
  await until(() => started.length === 2)
  expect(await monitor.waitUntilSettled(new Date(), 800)).toBe(false)
  release('slow payment')
  expect(await reached).toBe(true)
})

test('a consumer that stops with an unsettled message sends no reply, and no other becomes active before', async () => {
  const { consume, startMonitor, send, release, started } = await setUp()
  const leaving = await consume({ stopTimeoutMs: 3_000 })
  await send('slow payment')
  await until(() => started.length === 1)
  await consume()
  const monitor = await startMonitor()
  const stopped = leaving.stop()
  expect(await monitor.waitUntilSettled(new Date(), 500)).toBe(false)
  expect(started).toHaveLength(1)
  await stopped
  await until(() => started.length === 2)
  expect(await monitor.waitUntilSettled(new Date(), 500)).toBe(false)
  release('slow payment')
  expect(await monitor.waitUntilSettled(new Date(), 20_000)).toBe(true)
})

test('a redelivered check gets no reply, because earlier messages may come after it', async () => {
  const { consume, startMonitor, observer, queue, sent } = await setUp()
  const monitor = await startMonitor()
  const reached = monitor.waitUntilSettled(new Date(), 20_000)
  await observer.consumeAndDisconnect(queue)
  await consume()
  expect(await reached).toBe(true)
  expect(monitor.settledThrough()?.getTime(), 'through a later check').toBeGreaterThan(sent[0]?.getTime() ?? 0)
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

test('concurrent waits share checks', async () => {
  const { startMonitor, sent, consume } = await setUp()
  const monitor = await startMonitor()
  const first = monitor.waitUntilSettled(new Date(), 20_000)
  // Its channel is open now: a wait that shared nothing would send a check at once.
  await until(() => sent.length > 0)
  const others = Array.from({ length: 50 }, () => monitor.waitUntilSettled(new Date(), 20_000))
  expect(sent.length).toBeLessThan(50)
  await consume()
  expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set([true]))
})

test('checks again after the connection was lost', async () => {
  const proxy = await startBrokerProxy()
  const { consume, startMonitor } = await setUp()
  const monitor = await startMonitor(proxy.url)
  proxy.disconnect()
  const reached = monitor.waitUntilSettled(new Date(), 20_000)
  await consume()
  proxy.reconnect()
  expect(await reached).toBe(true)
})

test('checks that the broker refuses stop no publisher', async () => {
  const { queue, topology } = await setUp()
  const proxy = await startBrokerProxy()
  const broker = await openBroker(topology, proxy.url)
  await until(() => broker.isConnected())
  // The broker closes the channel of a publisher that gives the name of another user.
  const ofAnother = { ...broker, user: 'another' }
  const monitor = startSettlementMonitor({ broker: ofAnother, queue, clock: () => new Date(), log: silentLog })
  onTestFinished(() => monitor.stop())
  const content = Buffer.from('payment')
  const publish = () =>
    broker.publisher.publish({ exchange: '', routingKey: queue, content, mandatory: true, properties: {} })
  const settled = monitor.waitUntilSettled(new Date(), 1_500)
  let isOver = false
  void settled.then(() => {
    isOver = true
  })
  while (!isOver) await publish()
  expect([await settled, proxy.connections()]).toEqual([false, 2])
})

test('stop resolves pending and later waits with false', async () => {
  const { startMonitor } = await setUp()
  const monitor = await startMonitor()
  const reached = monitor.waitUntilSettled(new Date(), 60_000)
  await monitor.stop()
  expect([await reached, await monitor.waitUntilSettled(new Date(), 60_000)]).toEqual([false, false])
})
