import { connectBroker } from '@campstore/messaging/broker'
import { countMessages } from '@campstore/messaging/queue-counts'
import { parkedQueue } from '@campstore/messaging/topology'
import type { ServiceContext } from '@campstore/service/dependencies'
import { startWebhookConsumer, webhookQueue, webhookTopology } from './consumers/webhook-events.ts'
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

/** Connects to the broker, receives events, sends deliveries and deletes old ones. Returns at once, also without a broker. */
export async function startWebhookWorkers(
  context: ServiceContext,
  { rabbitmqUrl: url, privateAddresses }: { rabbitmqUrl: string; privateAddresses: PrivateAddresses },
): Promise<WebhookWorkers> {
  const { log } = context
  const broker = connectBroker({ url, name: 'admin', log, topology: webhookTopology })
  const deps = { ...context, broker }
  const sender = startWebhookSender({ ...context, privateAddresses })
  const bindings = startWebhookBindings(deps)
  const workers = [
    sender,
    bindings,
    startWebhookConsumer(deps, sender.wake),
    startDeliveryRetention(context),
    countMessages({ broker, log, consumed: [webhookQueue], kept: [parkedQueue(webhookQueue)] }),
  ]
  return {
    bindings,
    wake: sender.wake,
    stop: async () => {
      await Promise.all(workers.map(worker => worker.stop()))
      await broker.close()
    },
  }
}
