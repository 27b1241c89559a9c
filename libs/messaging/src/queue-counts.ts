import type { Logger } from '@campstore/core/telemetry/log'
import { gauge } from '@campstore/core/telemetry/metrics'
import { withTimeout } from '@campstore/core/with-timeout'
import type { Broker } from './broker.ts'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'

const stopTimeoutMs = 5_000

const messagesInQueue = gauge(
  'campstore_queue_messages',
  'Messages that are ready in a queue; messages in hand do not count.',
  ['queue'],
)

const consumersOfQueue = gauge('campstore_queue_consumers', 'Consumers of a queue that needs one.', ['queue'])

export type QueueCounts = {
  /** As of the last check, some seconds ago; undefined before the first one, and while the broker is disconnected. */
  countOf(queue: string): number | undefined
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
      await Promise.all([...consumed, ...kept].map(count))
      return 'idle'
    } catch (error) {
      log.debug({ reason: errorText(error) }, 'Cannot count messages')
      return 'failed'
    }
  }
  const loop = startLoop({ round: check, idleMs: (options.intervalSeconds ?? 15) * 1000, maxBackoffMs: 2_000 })
  const ends = [
    messagesInQueue.readFrom(() =>
      [...counts].map(([queue, { messageCount }]) => ({ labels: { queue }, value: messageCount })),
    ),
    consumersOfQueue.readFrom(() =>
      [...counts]
        .filter(([queue]) => consumed.includes(queue))
        .map(([queue, { consumerCount }]) => ({ labels: { queue }, value: consumerCount })),
    ),
  ]
  return {
    countOf: queue => counts.get(queue)?.messageCount,
    async stop() {
      for (const end of ends) end()
      // A frozen broker replies to no check.
      await withTimeout(stopTimeoutMs, Promise.all([recovering.close(), loop.stop()]))
    },
  }
}
