import { paymentsExchange, unroutedPaymentsExchange } from '@campstore/contract/messages/payments'
import type { Management } from '@campstore/local-servers/management'
import type { Topology } from '@campstore/messaging/topology'

// Policies, because the arguments of queues and exchanges that exist cannot be changed. A vhost is percent-encoded.

/** Name of the policy of {@link keepMessages}. */
export const keptMessagesPolicy = 'campstore-kept-messages'

/** More deliveries than ever happen. RabbitMQ before 4.0 knows no number for "without limit". */
const deliveryLimit = 1_000_000_000

/**
 * Queues without a dead-letter target, such as `payments.unapplied`, keep unacknowledged messages after any number of deliveries.
 * From RabbitMQ 4.0 on, such a queue drops a message after 20 lost deliveries unless a limit is set.
 */
export async function keepMessages(manage: Management, vhost: string, { queues }: Topology): Promise<void> {
  const kept = queues.filter(queue => !('x-dead-letter-exchange' in queue.arguments)).map(({ name }) => name)
  await manage('PUT', `policies/${vhost}/${keptMessagesPolicy}`, {
    pattern: `^(${kept.map(name => name.replaceAll('.', '\\.')).join('|')})$`,
    definition: { 'delivery-limit': deliveryLimit },
    'apply-to': 'queues',
    priority: 1,
  })
}

/** The exchange of payments sends unroutable ones to the alternate exchange (docs/decisions.md, 147). */
export const keepUnroutedPayments = (manage: Management, vhost: string): Promise<unknown> =>
  manage('PUT', `policies/${vhost}/campstore-unrouted-payments`, {
    pattern: `^${paymentsExchange}$`,
    definition: { 'alternate-exchange': unroutedPaymentsExchange },
    'apply-to': 'exchanges',
    priority: 1,
  })
