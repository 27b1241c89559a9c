import {
  paymentsRefundsQueue,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
} from '@campstore/contract/messages/payments'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { holdQueuesOf, paymentsQueue, unroutedPaymentsQueue } from '@campstore/holds/topology'
import { managementClient, vhostOf } from '@campstore/local-servers/management'
import { purchaseQueue } from '@campstore/me/consumers/purchases'
import { parkedQueue } from '@campstore/messaging/topology'
import { z } from 'zod'
import { onBroker } from '../broker/on-broker.ts'
import { countMessages } from '../broker/queue-counts.ts'
import type { CheckResult } from './audit.ts'

const kinds: readonly HoldKind[] = ['booking', 'order']
const paymentQueues = (kind: HoldKind): string[] => [paymentsQueue(kind), unroutedPaymentsQueue(kind)]

/** Queues that are normally empty, by the rule that they are. */
const checked: readonly { rule: string; queues: readonly string[] }[] = [
  {
    rule: 'no messages are parked',
    queues: [
      ...kinds.flatMap(kind => [...paymentQueues(kind), holdQueuesOf(kind, 0).expiredQueue].map(parkedQueue)),
      parkedQueue(purchaseQueue),
    ],
  },
  { rule: 'no payments wait that no binding took', queues: kinds.map(unroutedPaymentsQueue) },
  { rule: 'no payment notifications were rejected', queues: [paymentsRejectedQueue] },
  { rule: 'the payment service has taken every refund', queues: [paymentsUnappliedQueue, paymentsRefundsQueue] },
]

/**
 * Checks which queues hold messages that need attention; changes nothing. A queue that was never declared is empty.
 *
 * @throws {CliError} when the broker cannot be reached
 */
export const checkQueues = (rabbitmqUrl: string): Promise<CheckResult[]> =>
  onBroker(rabbitmqUrl, connection =>
    Promise.all(
      checked.map(async ({ rule, queues }) => {
        const counted = queues.map(async queue => ({ queue, messages: await countMessages(connection, queue) }))
        const rows = (await Promise.all(counted)).filter(({ messages }) => messages > 0)
        return { invariant: { rule, holds: 'noted' as const }, rows }
      }),
    ),
  )

const statistics = z.object({ messages_unacknowledged: z.number().default(0) })

/**
 * Finds payments that a consumer has taken and not settled, as those that are set aside. The broker's statistics do not say for
 * how long, and are some seconds old: under load some are in hand at any time.
 *
 * @param managementUrl address of the management API, with the login of an administrator
 * @throws {CliError} when the management API cannot be reached or refuses
 */
export async function checkPaymentsInHand(rabbitmqUrl: string, managementUrl: string): Promise<CheckResult> {
  const manage = managementClient(managementUrl)
  const vhost = vhostOf(brokerAddressesIn(rabbitmqUrl)[0])
  const counted = kinds.flatMap(paymentQueues).map(async queue => {
    const { messages_unacknowledged } = statistics.parse((await manage('GET', `queues/${vhost}/${queue}`)) ?? {})
    return { queue, payments: messages_unacknowledged }
  })
  const rows = (await Promise.all(counted)).filter(({ payments }) => payments > 0)
  return { invariant: { rule: 'no payments are in hand for longer than a moment (check again)', holds: 'noted' }, rows }
}
