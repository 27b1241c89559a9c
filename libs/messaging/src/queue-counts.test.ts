import { expect, it, onTestFinished, vi } from 'vitest'
import { countMessages } from './queue-counts.ts'
import { observe } from './testing/observer.ts'
import { cuttableBroker, openBroker, silent, unique } from './testing/servers.ts'
import { quorumQueue } from './topology.ts'

it('counts what waits in a queue, and knows nothing while the broker is away', async () => {
  const queue = unique('waiting')
  const way = await cuttableBroker()
  const broker = await openBroker({ exchanges: [], queues: [quorumQueue(queue)], bindings: [] }, way.url)
  const counts = countMessages({ broker, queues: [queue], log: silent, intervalSeconds: 0.05 })
  onTestFinished(() => counts.stop())
  expect(counts.countOf(queue)).toBeUndefined()
  await vi.waitUntil(() => counts.countOf(queue) === 0, 15_000)
  const observer = await observe()
  await observer.put(queue, 'one')
  await observer.put(queue, 'another')
  await vi.waitUntil(() => counts.countOf(queue) === 2, 15_000)
  way.cut()
  await vi.waitUntil(() => counts.countOf(queue) === undefined, 15_000)
})
