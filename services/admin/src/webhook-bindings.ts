import { eventsExchange, eventTypes } from '@campstore/contract/messages/events'
import { withTimeout } from '@campstore/core/with-timeout'
import { transaction } from '@campstore/database/database'
import type { RecoveringChannel } from '@campstore/messaging/channel'
import { startLoop } from '@campstore/messaging/loop'
import type { BrokerContext } from '@campstore/service/dependencies'
import { webhookQueue } from './consumers/webhook-events.ts'
import { findWantedTypesLocked } from './persistence/webhooks.ts'

type Channel = NonNullable<ReturnType<RecoveringChannel['current']>>

/** How often the bindings are compared with the webhooks, where no webhook has changed in this process. */
const intervalMs = 15_000

/** Longest wait of a request for the bindings that it needs. */
const patienceMs = 2_000

/** The bindings of the queue, which follow the webhooks. */
export type WebhookBindings = {
  /** Waits until the bindings are those of the webhooks now, but only for a moment, in case the broker cannot be reached. */
  follow(): Promise<void>
  stop(): Promise<void>
}

/**
 * Binds the queue to the event types that active webhooks ask for, and to no others, again and again: another process may have
 * changed a webhook, and a broker may have lost its bindings.
 */
export function startWebhookBindings({
  broker,
  database,
  log,
}: Pick<BrokerContext, 'broker' | 'database' | 'log'>): WebhookBindings {
  const channel = broker.publishing.openChannel(async () => loop.wake())
  let waiting: (() => void)[] = []
  const loop = startLoop({
    round: async () => {
      const current = channel.current()
      if (!current) return 'failed'
      const served = waiting
      waiting = []
      try {
        await transaction(database.background, async tx => bindExactly(current, await findWantedTypesLocked(tx)))
      } catch (error) {
        waiting = [...served, ...waiting]
        log.debug({ err: error }, 'Cannot bind the queue of the webhooks')
        return 'failed'
      }
      for (const serve of served) serve()
      return 'idle'
    },
    idleMs: intervalMs,
    maxBackoffMs: 2_000,
  })
  return {
    follow: () => {
      const done = new Promise<void>(resolve => waiting.push(resolve))
      loop.wake()
      return withTimeout(patienceMs, done)
    },
    async stop() {
      await Promise.all([loop.stop(), channel.close()])
    },
  }
}

/** All at once, since the transaction waits for it. */
async function bindExactly(channel: Channel, wanted: ReadonlySet<string>): Promise<void> {
  const follow = (type: string) =>
    wanted.has(type)
      ? channel.bindQueue(webhookQueue, eventsExchange, type)
      : channel.unbindQueue(webhookQueue, eventsExchange, type)
  await Promise.all(eventTypes.map(follow))
}
