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

/** The workers of the webhooks, which start in the background. */
export function createWebhooks(startWorkers: () => WebhookWorkers): WebhookSignals & { start(): Stoppable } {
  let workers: WebhookWorkers | undefined
  return {
    wanted: async types => {
      try {
        await workers?.bindings.bind(types)
      } catch (cause) {
        throw new ApiError('SERVICE_UNAVAILABLE', text('webhook.notReceived'), { cause })
      }
    },
    changed: () => void afterCommit(() => workers?.bindings.wake()),
    due: () => void afterCommit(() => workers?.wake()),
    start: () => {
      workers = startWorkers()
      return workers
    },
  }
}
