import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { afterCommit } from '@campstore/database/keyed-transaction'
import { countMessages } from '@campstore/messaging/queue-counts'
import { parkedQueue } from '@campstore/messaging/topology'
import type { BrokerContext, ServiceContext } from '@campstore/service/dependencies'
import { hourly, startPeriodicJob } from '@campstore/service/periodic-job'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { startWebhookConsumer, webhookQueue } from './consumers/webhook-events.ts'
import { startWebhookSender } from './jobs/send-webhooks.ts'
import { deleteDeliveries } from './persistence/webhook-deliveries.ts'
import type { PrivateAddresses } from './public-address.ts'
import { startWebhookBindings, type WebhookBindings } from './webhook-bindings.ts'

/** Notices from requests to the job that sends events to webhooks. */
export type WebhookSignals = {
  /**
   * A webhook is about to ask for these types: they are received from the commit of its transaction on. Throws
   * SERVICE_UNAVAILABLE where the broker does not confirm.
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

/** What sends events to webhooks. */
type WebhookWorkers = {
  bindings: Pick<WebhookBindings, 'bind' | 'wake'>
  /** Looks at once for deliveries that are due. */
  wake(): void
  stop(): Promise<void>
}

/** Receives events, sends deliveries and deletes old ones. */
export function startWebhookWorkers(context: BrokerContext, privateAddresses: PrivateAddresses): WebhookWorkers {
  const { broker, log } = context
  const sender = startWebhookSender({ ...context, privateAddresses })
  const bindings = startWebhookBindings(context)
  const workers = [
    sender,
    bindings,
    startWebhookConsumer(context, sender.wake),
    startDeliveryRetention(context),
    countMessages({ broker, log, consumed: [webhookQueue], kept: [parkedQueue(webhookQueue)] }),
  ]
  return {
    bindings,
    wake: sender.wake,
    stop: async () => {
      await Promise.all(workers.map(worker => worker.stop()))
    },
  }
}

/** Days after which deliveries are deleted (docs/contract/admin.md#webhooks). */
const retentionDays = 30

/** Deletes old deliveries, and deleted webhooks with theirs. */
export const deleteOldDeliveries = ({ database, clock }: Pick<ServiceContext, 'database' | 'clock'>): Promise<number> =>
  deleteDeliveries(database.background, new Date(clock().getTime() - retentionDays * 86_400_000))

/** Does that soon and then every hour. */
export const startDeliveryRetention = (deps: Pick<ServiceContext, 'database' | 'clock' | 'log'>): Stoppable =>
  startPeriodicJob({ name: 'delete old webhook deliveries', run: () => deleteOldDeliveries(deps), ...hourly }, deps.log)
