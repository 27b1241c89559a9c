import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import type { Broker } from './broker.ts'
import { createRecoveringChannel } from './channel.ts'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'

const stopTimeoutMs = 5_000

/** How many messages wait in some queues. */
export type QueueCounts = {
  /** As of the last look, some seconds ago; undefined before the first one, and while the broker is away. */
  countOf(queue: string): number | undefined
  stop(): Promise<void>
}

/**
 * Looks again and again how many messages wait in queues that nobody consumes, so that whoever asks need not wait for the broker.
 *
 * @param options.queues of the broker's topology
 * @param options.everySeconds between two looks, default 15
 */
export function countMessages(options: {
  broker: Broker
  queues: readonly string[]
  log: Logger
  everySeconds?: number
}): QueueCounts {
  const { broker, queues, log } = options
  const counts = new Map<string, number>()
  const look = async (): Promise<Outcome> => {
    const channel = lasting.current()
    if (!channel) {
      counts.clear()
      return 'failed'
    }
    try {
      for (const queue of queues) counts.set(queue, (await channel.checkQueue(queue)).messageCount)
      return 'idle'
    } catch (error) {
      log.debug({ reason: errorText(error) }, 'cannot count messages')
      return 'failed'
    }
  }
  const lasting = createRecoveringChannel({
    connection: broker.publishing,
    topology: broker.topology,
    purpose: 'counting messages',
    log,
    prepare: async () => {},
  })
  const loop = startLoop({ round: look, idleMs: (options.everySeconds ?? 15) * 1000, longestBackoffMs: 2_000 })
  return {
    countOf: queue => counts.get(queue),
    async stop() {
      // A broker that is frozen answers no look.
      await withTimeout(stopTimeoutMs, Promise.all([lasting.stop(), loop.stop()]))
    },
  }
}
