import { until } from '@campstore/testing/waiting'
import { expect, onTestFinished, test } from 'vitest'
import { done, startConsumer } from './consumer.ts'
import { PermanentError } from './failure.ts'
import { consume } from './testing/consume.ts'
import { observe } from './testing/observer.ts'
import { openConnectedBroker, silentLog, startBrokerProxy, unique } from './testing/servers.ts'
import { combined, consumerQueues } from './topology.ts'

const exists = (observer: Pick<Awaited<ReturnType<typeof observe>>, 'checkQueue'>, queue: string): Promise<boolean> =>
  observer.checkQueue(queue).then(
    () => true,
    () => false,
  )

test('a consumer whose queue was deleted costs another one of the connection nothing', async () => {
  const [lost, kept] = [unique('lost'), unique('kept')]
  const proxy = await startBrokerProxy()
  const broker = await openConnectedBroker(combined(consumerQueues(lost, []), consumerQueues(kept, [])), proxy.url)
  const observer = await observe()
  let finish = () => {}
  const deliveries: string[] = []
  const consumeFrom = (queue: string) => {
    const handle = async () => {
      deliveries.push(queue)
      if (queue === kept) await new Promise<void>(resolve => (finish = resolve))
      return done
    }
    const consumer = startConsumer({ broker, queue, handle, prefetch: 1, log: silentLog })
    onTestFinished(() => consumer.stop())
  }
  consumeFrom(lost)
  consumeFrom(kept)
  await observer.send(kept, 'slow')
  await until(() => deliveries.length === 1)
  await observer.deleteQueue(lost)
  await until(() => exists(observer, lost))
  await observer.send(lost, 'after')
  await until(() => deliveries.includes(lost))
  finish()
  await until(() => broker.isConnected())
  expect([deliveries, proxy.connections()]).toEqual([[kept, lost], 2])
})

test('a message that was being processed when the connection was lost is redelivered, and not parked by the attempt from before', async () => {
  const proxy = await startBrokerProxy()
  let finish = () => {}
  let attempts = 0
  const handle = async () => {
    attempts += 1
    if (attempts > 1) return done
    await new Promise<void>(resolve => (finish = resolve))
    throw new PermanentError('too late')
  }
  const { queue, observer, consumer, countParked } = await consume(handle, { url: proxy.url, retryDelays: [] })
  await observer.send(queue, 'held')
  await until(() => attempts === 1)
  proxy.disconnect()
  proxy.reconnect()
  await until(() => attempts === 2)
  finish()
  await consumer.stop()
  expect([await observer.count(queue), await countParked()]).toEqual([0, 0])
})
