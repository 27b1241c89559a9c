import { countMessages } from '@campstore/messaging/queue-counts'
import { parkedQueue } from '@campstore/messaging/topology'
import type { BrokerContext } from '@campstore/service/dependencies'
import { startWebhookConsumer, webhookQueue } from './consumers/webhook-events.ts'
import { startDeliveryRetention } from './jobs/delete-old-deliveries.ts'
import { startWebhookSender } from './jobs/send-webhooks.ts'
import type { PrivateAddresses } from './public-address.ts'
import { startWebhookBindings, type WebhookBindings } from './webhook-bindings.ts'

/** What sends events to webhooks. */
export type WebhookWorkers = {
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
