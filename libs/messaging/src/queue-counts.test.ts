import { until } from '@campstore/testing/waiting'
import { expect, onTestFinished, test } from 'vitest'
import { countMessages } from './queue-counts.ts'
import { observe } from './testing/observer.ts'
import { openBroker, silentLog, startBrokerProxy, unique } from './testing/servers.ts'
import { quorumQueue } from './topology.ts'

test('counts the messages of a queue, and knows nothing while the broker is disconnected', async () => {
  const queue = unique('waiting')
  const proxy = await startBrokerProxy()
  const broker = await openBroker({ exchanges: [], queues: [quorumQueue(queue)], bindings: [] }, proxy.url)
  const counts = countMessages({ broker, consumed: [], kept: [queue], log: silentLog, intervalSeconds: 0.05 })
  onTestFinished(() => counts.stop())
  expect(counts.countOf(queue)).toBeNull()
  await until(() => counts.countOf(queue) === 0)
  const observer = await observe()
  await observer.send(queue, 'one')
  await observer.send(queue, 'another')
  await until(() => counts.countOf(queue) === 2)
  proxy.disconnect()
  await until(() => counts.countOf(queue) === null)
})
