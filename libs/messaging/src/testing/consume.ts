import { onTestFinished } from 'vitest'
import { type Delivery, done, startConsumer } from '../consumer.ts'
import type { ConsumerOptions } from '../consumer-session.ts'
import { combined, consumerQueues, parkedQueue, quorumQueue } from '../topology.ts'
import { observe } from './observer.ts'
import { openConnectedBroker, silentLog, unique } from './servers.ts'

/** Consumes its own queue; `rejected` is another queue of the topology. */
export async function consume(
  handle: ConsumerOptions['handle'],
  options: Partial<ConsumerOptions> & { url?: string } = {},
) {
  const queue = unique('actions')
  const rejected = `${queue}.rejected`
  const topology = combined(consumerQueues(queue, []), { exchanges: [], queues: [quorumQueue(rejected)], bindings: [] })
  const broker = await openConnectedBroker(topology, options.url)
  const defaults = { prefetch: 10, retryDelays: [20, 40], log: silentLog }
  const consumer = startConsumer({ broker, queue, handle, ...defaults, ...options })
  onTestFinished(() => consumer.stop())
  const observer = await observe()
  const countParked = () => observer.count(parkedQueue(queue))
  const takeParked = () => observer.take(parkedQueue(queue))
  return { queue, rejected, observer, consumer, countParked, takeParked }
}

/** A handler that records its deliveries and throws for the first ones. */
export function recorder(failures = 0, error: Error = new Error('no luck')) {
  const deliveries: Delivery[] = []
  const handle = async (delivery: Delivery) => {
    deliveries.push(delivery)
    if (deliveries.length <= failures) throw error
    return done
  }
  return { deliveries, handle, bodies: () => deliveries.map(({ content }) => content.toString()) }
}
