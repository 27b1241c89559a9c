import { type Outcome, startLoop } from '@campstore/core/loop'
import type { Logger } from '@campstore/core/telemetry/log'
import { gauge } from '@campstore/core/telemetry/metrics'
import { withTimeout } from '@campstore/core/with-timeout'
import type { Broker } from './broker.ts'
import { errorText } from './error-text.ts'

const stopTimeoutMs = 5_000

const messagesInQueue = gauge(
  'campstore_queue_messages',
  'Messages that are ready in a queue; messages in hand do not count.',
  ['queue'],
)

const consumersOfQueue = gauge('campstore_queue_consumers', 'Consumers of a queue that needs one.', ['queue'])

export type QueueCounts = {
  /**
   * How many messages are in all of the queues, as of the last check, some seconds ago; null before the first one, and while the
   * broker is disconnected.
   */
  countOf(...queues: string[]): number | null
  stop(): Promise<void>
}

/**
 * Counts the messages and consumers of queues periodically, so that readers need not wait for the broker, and reports them. Every
 * process of a service reports the same.
 *
 * @param options.consumed queues of the broker's topology that services consume
 * @param options.intervalSeconds between two checks, default 15
 */
export function countMessages(options: {
  broker: Broker
  consumed: readonly string[]
  kept: readonly string[]
  log: Logger
  intervalSeconds?: number
}): QueueCounts {
  const { broker, consumed, kept, log } = options
  const queues = [...consumed, ...kept]
  const counts = new Map<string, { messageCount: number; consumerCount: number }>()
  const recovering = broker.publishing.openChannel(async () => {})
  const check = async (): Promise<Outcome> => {
    const channel = recovering.current()
    if (!channel) {
      counts.clear()
      return 'failed'
    }
    try {
      const count = async (queue: string) => void counts.set(queue, await channel.checkQueue(queue))
      await Promise.all(queues.map(count))
      return 'idle'
    } catch (error) {
      log.debug({ reason: errorText(error) }, 'Cannot count messages')
      return 'failed'
    }
  }
  const loop = startLoop({ round: check, idleMs: (options.intervalSeconds ?? 15) * 1000, maxBackoffMs: 2_000 })
  const read = (queues: readonly string[], field: 'messageCount' | 'consumerCount') =>
    queues.flatMap(queue => {
      const count = counts.get(queue)
      return count ? { labels: { queue }, value: count[field] } : []
    })
  const ends = [
    messagesInQueue.readFrom(() => read(queues, 'messageCount')),
    consumersOfQueue.readFrom(() => read(consumed, 'consumerCount')),
  ]
  return {
    countOf: (...queues) => {
      const known = queues.flatMap(queue => counts.get(queue) ?? [])
      return known.length < queues.length ? null : known.reduce((sum, { messageCount }) => sum + messageCount, 0)
    },
    async stop() {
      for (const end of ends) end()
      // A frozen broker replies to no check.
      await withTimeout(stopTimeoutMs, Promise.all([recovering.close(), loop.stop()]))
    },
  }
}
