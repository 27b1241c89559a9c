import type { Management } from '@campstore/local-servers/management'
import type { Topology } from '@campstore/messaging/topology'

/** Name of the policy. */
export const keptMessagesPolicy = 'campstore-kept-messages'

/** More deliveries than ever happen. RabbitMQ before 4.0 knows no number for "without limit". */
const deliveryLimit = 1_000_000_000

/**
 * Sets a policy by which queues without a dead-letter target, such as `payments.unapplied`, keep unacknowledged
 * messages after any number of deliveries. From RabbitMQ 4.0 on, such a queue drops a message after 20 lost deliveries unless a limit is
 * set. A policy, because the arguments of a queue that exists cannot be changed.
 *
 * @param vhost percent-encoded
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
