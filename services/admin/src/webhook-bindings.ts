import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@campstore/contract/errors'
import { eventsExchange, eventTypes } from '@campstore/contract/messages/events'
import { text } from '@campstore/contract/texts/text'
import { type Queryable, transaction } from '@campstore/database/database'
import type { RecoveringChannel } from '@campstore/messaging/channel'
import { startLoop } from '@campstore/messaging/loop'
import type { BrokerContext } from '@campstore/service/dependencies'
import { webhookQueue } from './consumers/webhook-events.ts'
import { findWantedTypes, lockBindings } from './persistence/webhooks.ts'

type Channel = NonNullable<ReturnType<RecoveringChannel['current']>>

/** How often the bindings are compared with the webhooks, where no webhook has changed in this process. */
const intervalMs = 15_000

/** Longest wait of a request for the lock of the bindings, and for the broker's replies. */
const bindTimeoutMs = 3_000

/** The bindings of the queue, which follow the webhooks. */
export type WebhookBindings = {
  /**
   * Binds the queue to the types that a webhook is about to ask for. No process removes a binding until the transaction ends, so
   * that every event from its commit on is received.
   *
   * @throws {ApiError} SERVICE_UNAVAILABLE where the broker does not confirm
   */
  bind(tx: Queryable, types: readonly string[]): Promise<void>
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
  const channel = broker.publishing.openChannel(async () => loop.wake())
  const loop = startLoop({
    round: async () => {
      const current = channel.current()
      if (!current) return 'failed'
      try {
        await transaction(database.background, async tx => {
          await lockBindings(tx)
          await bindExactly(current, await findWantedTypes(tx))
        })
      } catch (error) {
        log.debug({ err: error }, 'Cannot bind the queue of the webhooks')
        return 'failed'
      }
      return 'idle'
    },
    idleMs: intervalMs,
    maxBackoffMs: 2_000,
  })
  return {
    async bind(tx, types) {
      try {
        await lockBindings(tx, bindTimeoutMs)
        const current = await openChannel(channel)
        const replies = types.map(type => current.bindQueue(webhookQueue, eventsExchange, type))
        const tooLate = wait(bindTimeoutMs, undefined, { ref: false }).then(() => {
          throw new Error('No reply to a binding')
        })
        await Promise.race([Promise.all(replies), tooLate])
      } catch (cause) {
        throw new ApiError('SERVICE_UNAVAILABLE', text('webhook.notReceived'), { cause })
      }
    },
    wake: loop.wake,
    async stop() {
      await Promise.all([loop.stop(), channel.close()])
    },
  }
}

/** The channel, which may be about to be opened again. */
async function openChannel(channel: RecoveringChannel): Promise<Channel> {
  for (const until = performance.now() + bindTimeoutMs; ; ) {
    const current = channel.current()
    if (current) return current
    if (performance.now() > until) throw new Error('No channel to the broker')
    await wait(50)
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
