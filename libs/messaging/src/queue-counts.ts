import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import type { Broker } from './broker.ts'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'

const stopTimeoutMs = 5_000

/** How many messages are in some queues. */
export type QueueCounts = {
  /** As of the last check, some seconds ago; undefined before the first one, and while the broker is disconnected. */
  countOf(queue: string): number | undefined
  stop(): Promise<void>
}

/**
 * Counts the messages of queues without consumers periodically, so that readers need not wait for the broker.
 *
 * @param options.queues of the broker's topology
 * @param options.intervalSeconds between two checks, default 15
 */
export function countMessages(options: {
  broker: Broker
  queues: readonly string[]
  log: Logger
  intervalSeconds?: number
}): QueueCounts {
  const { broker, queues, log } = options
  const counts = new Map<string, number>()
  const recovering = broker.publishing.openChannel(async () => {})
  const check = async (): Promise<Outcome> => {
    const channel = recovering.current()
    if (!channel) {
      counts.clear()
      return 'failed'
    }
    try {
      for (const queue of queues) counts.set(queue, (await channel.checkQueue(queue)).messageCount)
      return 'idle'
    } catch (error) {
      log.debug({ reason: errorText(error) }, 'Cannot count messages')
      return 'failed'
    }
  }
  const loop = startLoop({ round: check, idleMs: (options.intervalSeconds ?? 15) * 1000, maxBackoffMs: 2_000 })
  return {
    countOf: queue => counts.get(queue),
    async stop() {
      // A frozen broker replies to no check.
      await withTimeout(stopTimeoutMs, Promise.all([recovering.close(), loop.stop()]))
    },
  }
}
