import { expect, it, onTestFinished, vi } from 'vitest'
import { type Consumer, done, startConsumer } from './consumer.ts'
import { startSettlementMonitor } from './settlement.ts'
import { observe } from './testing/observer.ts'
import { cuttableBroker, openBroker, silent, unique } from './testing/servers.ts'
import { consumerQueues, parkedQueue } from './topology.ts'

const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 15_000, interval: 20 })

/** A queue with a watch, whose consumers hold each message until it is let go by its body. */
async function actions() {
  const queue = unique('payments')
  const topology = consumerQueues(queue, [], { singleActiveConsumer: true })
  const observer = await observe()
  const held = new Map<string, () => void>()
  const started: string[] = []
  const consume = async (options: { url?: string; stopTimeoutMs?: number } = {}): Promise<Consumer> => {
    const broker = await openBroker(topology, options.url)
    const consumer = startConsumer({
      broker,
      queue,
      prefetch: 10,
      log: silent,
      repliesToSettlementChecks: true,
      stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
      handle: async ({ content }) => {
        const body = content.toString()
        started.push(body)
        if (body.startsWith('slow')) await new Promise<void>(resolve => held.set(body, resolve))
        return done
      },
    })
    onTestFinished(() => {
      for (const letGo of held.values()) letGo()
      return consumer.stop()
    })
    return consumer
  }
  const openWatch = async (url?: string) => {
    const broker = await openBroker(topology, url)
    const watch = startSettlementMonitor({ broker, queue, clock: () => new Date(), log: silent, retryAfterMs: 300 })
    onTestFinished(() => watch.stop())
    return watch
  }
  await openBroker(topology)
  const { put } = observer
  await vi.waitFor(() => observer.exists(queue), { timeout: 15_000 })
  return { queue, observer, put: (body: string) => put(queue, body), held, started, consume, openWatch }
}

it('nothing is known before anybody asked, and an answer says it through the instant of the question', async () => {
  const { consume, openWatch } = await actions()
  await consume()
  const watch = await openWatch()
  expect(watch.settledThrough()).toBeUndefined()
  const asked = new Date()
  expect(await watch.waitUntilSettled(asked, 10_000)).toBe(true)
  expect(watch.settledThrough()?.getTime()).toBeGreaterThanOrEqual(asked.getTime())
})

it('a message that is still in hand leaves the question open, and what came after it does not', async () => {
  const { consume, openWatch, put, held, started } = await actions()
  await consume()
  const watch = await openWatch()
  await put('slow payment')
  await until(() => started.length === 1)
  const reached = watch.waitUntilSettled(new Date(), 20_000)
  const early = await Promise.race([reached, watch.waitUntilSettled(new Date(), 800)])
  await put('slow and later')
  held.get('slow payment')?.()
  expect([early, await reached]).toEqual([false, true])
})

it('a message that waits in the queue, without a consumer, leaves the question open', async () => {
  const { consume, openWatch, put, started } = await actions()
  const watch = await openWatch()
  await put('waiting')
  const reached = watch.waitUntilSettled(new Date(), 20_000)
  expect(await watch.waitUntilSettled(new Date(), 500)).toBe(false)
  await consume()
  expect([await reached, started]).toEqual([true, ['waiting']])
})

it('what a lost consumer had in hand is settled by the next one before it answers', async () => {
  const way = await cuttableBroker()
  const { consume, openWatch, put, held, started } = await actions()
  await consume({ url: way.url })
  await put('slow payment')
  await until(() => started.length === 1)
  await consume()
  const watch = await openWatch()
  const reached = watch.waitUntilSettled(new Date(), 20_000)
  way.cut()
  await until(() => started.length === 2)
  expect(await watch.waitUntilSettled(new Date(), 800)).toBe(false)
  held.get('slow payment')?.()
  expect(await reached).toBe(true)
})

it('a consumer that stops with something in hand answers nothing of it, and gives no other one its place before', async () => {
  const { consume, openWatch, put, held, started } = await actions()
  const leaving = await consume({ stopTimeoutMs: 1_000 })
  await put('slow payment')
  await until(() => started.length === 1)
  await consume()
  const watch = await openWatch()
  const stopped = leaving.stop()
  expect(await watch.waitUntilSettled(new Date(), 500)).toBe(false)
  expect(started).toHaveLength(1)
  await stopped
  await until(() => started.length === 2)
  expect(await watch.waitUntilSettled(new Date(), 500)).toBe(false)
  held.get('slow payment')?.()
  expect(await watch.waitUntilSettled(new Date(), 10_000)).toBe(true)
})

it('a question that was handed out before is not answered: what came before it may come after it now', async () => {
  const { consume, openWatch, observer, queue } = await actions()
  const watch = await openWatch()
  const reached = watch.waitUntilSettled(new Date(), 10_000)
  await observer.takeAndLose(queue)
  const asked = new Date()
  await consume()
  expect(await reached).toBe(true)
  expect(watch.settledThrough()?.getTime(), 'through a question of later').toBeGreaterThanOrEqual(asked.getTime() - 300)
})

it('a forged question is a message like any other', async () => {
  const { consume, put, observer, queue, started } = await actions()
  await consume()
  await observer.put(queue, 'without a way back', { type: 'campstore.settlement-check', correlationId: '1' })
  await observer.put(queue, 'to a queue', { ...forged, replyTo: parkedQueue(queue) })
  // The broker would close the connection of whoever answered to this.
  await observer.put(queue, 'of another user', { ...forged, replyTo: `amq.rabbitmq.reply-to.${made}` })
  await put('last')
  await until(() => started.length === 4)
  expect(await observer.count(parkedQueue(queue))).toBe(0)
})
const forged = { type: 'campstore.settlement-check', correlationId: '1' }
const made = 'g2dkAAAAAAAA.a2V5'

it('many who ask at once share the questions', async () => {
  const { openWatch, observer, queue, consume } = await actions()
  const watch = await openWatch()
  const all = Promise.all(Array.from({ length: 50 }, () => watch.waitUntilSettled(new Date(), 20_000)))
  await until(async () => (await observer.count(queue)) > 0)
  expect(await observer.count(queue)).toBeLessThanOrEqual(6)
  await consume()
  expect(new Set(await all)).toEqual(new Set([true]))
})

it('asks again after its connection was cut', async () => {
  const way = await cuttableBroker()
  const { consume, openWatch } = await actions()
  const watch = await openWatch(way.url)
  way.cut()
  const reached = watch.waitUntilSettled(new Date(), 20_000)
  await consume()
  way.mend()
  expect(await reached).toBe(true)
})

it('stopped: whoever waits is told that it is not known', async () => {
  const { openWatch } = await actions()
  const watch = await openWatch()
  const reached = watch.waitUntilSettled(new Date(), 60_000)
  await watch.stop()
  expect([await reached, await watch.waitUntilSettled(new Date(), 60_000)]).toEqual([false, false])
})
