import { afterCommit } from '@campstore/database/keyed-transaction'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { WebhookWorkers } from './webhook-workers.ts'

/** What requests tell those who send events to webhooks. */
export type WebhookSignals = {
  /** A webhook has changed: waits a moment until the events that it asks for are received. */
  changed(): Promise<void>
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
    changed: () => afterCommit(async () => (await workers)?.follow()),
    due: () => void afterCommit(() => void workers?.then(started => started.wake())),
    start: () => {
      const started = startWorkers()
      workers = started
      return { stop: async () => (await started).stop() }
    },
  }
}
