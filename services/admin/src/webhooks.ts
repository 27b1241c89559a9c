import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { afterCommit } from '@campstore/database/keyed-transaction'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { WebhookWorkers } from './webhook-workers.ts'

/** Notices from requests to the job that sends events to webhooks. */
export type WebhookSignals = {
  /**
   * A webhook is about to ask for these types: they are received from the commit of its transaction on.
   *
   * @throws {ApiError} SERVICE_UNAVAILABLE where the broker does not confirm
   */
  wanted(types: readonly string[]): Promise<void>
  /** A webhook has changed, and may ask for less. */
  changed(): void
  /** A delivery has become due. */
  due(): void
}

/**
 * The workers of the webhooks, which start in the background: the client of the broker is loaded when the service listens already.
 *
 * @param startWorkers loads and starts them
 */
export function createWebhooks(startWorkers: () => Promise<WebhookWorkers>): WebhookSignals & { start(): Stoppable } {
  let workers: Promise<WebhookWorkers> | undefined
  return {
    wanted: async types => {
      try {
        await (await workers)?.bindings.bind(types)
      } catch (cause) {
        throw new ApiError('SERVICE_UNAVAILABLE', text('webhook.notReceived'), { cause })
      }
    },
    changed: () => void afterCommit(() => void workers?.then(({ bindings }) => bindings.wake())),
    due: () => void afterCommit(() => void workers?.then(started => started.wake())),
    start: () => {
      const started = startWorkers()
      workers = started
      return { stop: async () => (await started).stop() }
    },
  }
}
