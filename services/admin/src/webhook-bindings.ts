import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { eventsExchange, eventTypes } from '@campstore/contract/messages/events'
import { startLoop } from '@campstore/core/loop'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import { transaction } from '@campstore/database/database'
import type { RecoveringChannel } from '@campstore/messaging/channel'
import { errorText } from '@campstore/messaging/error-text'
import type { BrokerContext } from '@campstore/service/dependencies'
import { webhookQueue } from './consumers/webhook-events.ts'
import { findWantedTypes, lockWebhookChanges } from './persistence/webhooks.ts'

type Channel = NonNullable<ReturnType<RecoveringChannel['current']>>

/** How often the bindings are compared with the webhooks, where no webhook has changed in this process. */
const intervalMs = 15_000

/** Longest wait of a request for the broker's replies. */
const bindTimeoutMs = 3_000

/** The bindings of the queue, which follow the webhooks. */
export type WebhookBindings = {
  /**
   * Binds the queue to types that a webhook is about to ask for, whose transaction has {@link lockWebhookChanges}: until it ends no
   * process removes a binding, so that every event from its commit on is received. Throws where the broker does not confirm.
   */
  bind(types: readonly string[]): Promise<void>
  /** Compares the bindings with the webhooks at once. */
  wake(): void
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
  const failures = createFailureLog(log, {
    failure: 'Cannot bind the queue of the webhooks, retrying',
    success: 'The queue of the webhooks is bound again',
  })
  const channel = broker.publishing.openChannel(async () => loop.wake())
  const loop = startLoop({
    round: async () => {
      const current = channel.current()
      if (!current) return 'failed'
      try {
        await transaction(database.background, async tx => {
          await lockWebhookChanges(tx)
          const wanted = await findWantedTypes(tx)
          // All at once, since the transaction waits for it.
          await Promise.all(eventTypes.map(type => (wanted.has(type) ? follow : leave)(current, type)))
        })
      } catch (error) {
        failures.failed(errorText(error))
        return 'failed'
      }
      failures.succeeded()
      return 'idle'
    },
    idleMs: intervalMs,
    maxBackoffMs: 2_000,
  })
  return {
    async bind(types) {
      const ended = AbortSignal.timeout(bindTimeoutMs)
      const current = await openChannel(channel, ended)
      const tooLate = once(ended, 'abort').then(() => ended.throwIfAborted())
      await Promise.race([Promise.all(types.map(type => follow(current, type))), tooLate])
    },
    wake: loop.wake,
    async stop() {
      await Promise.all([loop.stop(), channel.close()])
    },
  }
}

/** The channel, which may be about to be opened again. */
async function openChannel(channel: RecoveringChannel, ended: AbortSignal): Promise<Channel> {
  for (;;) {
    const current = channel.current()
    if (current) return current
    await wait(50, undefined, { signal: ended })
  }
}

const follow = (channel: Channel, type: string) => channel.bindQueue(webhookQueue, eventsExchange, type)
const leave = (channel: Channel, type: string) => channel.unbindQueue(webhookQueue, eventsExchange, type)
