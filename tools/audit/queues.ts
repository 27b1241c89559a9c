import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { holdQueuesOf, paymentsQueue, unroutedPaymentsQueue } from '@campstore/holds/topology'
import { purchaseQueue } from '@campstore/me/consumers/purchases'
import { parkedQueue } from '@campstore/messaging/topology'
import { onBroker } from '../broker/on-broker.ts'
import { countMessages } from '../broker/queue-counts.ts'
import type { CheckResult } from './audit.ts'

const kinds: readonly HoldKind[] = ['booking', 'order']

/** Queues that are normally empty, by the rule that they are. */
const checked: readonly { rule: string; queues: readonly string[] }[] = [
  {
    rule: 'no messages are parked',
    queues: [
      ...kinds.flatMap(kind =>
        [paymentsQueue(kind), unroutedPaymentsQueue(kind), holdQueuesOf(kind, 0).expiredQueue].map(parkedQueue),
      ),
      parkedQueue(purchaseQueue),
    ],
  },
  { rule: 'no payments wait that no binding took', queues: kinds.map(unroutedPaymentsQueue) },
  { rule: 'no payment notifications were rejected', queues: [paymentsRejectedQueue] },
  { rule: 'no unapplied payments wait for a refund', queues: [paymentsUnappliedQueue] },
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
