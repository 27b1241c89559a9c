import {
  paymentsRefundsQueue,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  paymentsWithdrawnQueue,
} from '@campstore/contract/messages/payments'
import { unroutedPaymentsQueue } from '@campstore/holds/topology'
import { countMessages, onBroker } from '../broker/on-broker.ts'
import { wholeTopology } from '../broker/users.ts'
import type { CheckResult } from './audit.ts'

const parkedQueues = wholeTopology(900).queues.flatMap(({ name }) => (name.endsWith('.parked') ? [name] : []))

/** Queues that are normally empty, by the rule that they are. */
const checked: readonly { rule: string; queues: readonly string[] }[] = [
  { rule: 'no messages are parked', queues: parkedQueues },
  {
    rule: 'no payments wait that no binding took',
    queues: [unroutedPaymentsQueue('booking'), unroutedPaymentsQueue('order')],
  },
  { rule: 'no payment notifications were rejected', queues: [paymentsRejectedQueue] },
  {
    rule: 'the payment service has taken every refund',
    queues: [paymentsUnappliedQueue, paymentsRefundsQueue, paymentsWithdrawnQueue],
  },
]

/** Checks which queues hold messages that need attention. @throws {CliError} when the broker cannot be reached */
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
