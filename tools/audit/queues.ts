import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { holdQueuesOf, paymentsQueue } from '@campstore/holds/topology'
import { purchaseQueue } from '@campstore/me/consumers/purchases'
import { parkedQueue } from '@campstore/messaging/topology'
import { type ChannelModel, connect } from 'amqplib'
import type { CheckResult } from './audit.ts'

const kinds: readonly HoldKind[] = ['booking', 'order']

/** Queues without a consumer, by the rule that they are empty. */
const checked: readonly { rule: string; queues: readonly string[] }[] = [
  {
    rule: 'no messages are parked',
    queues: [
      ...kinds.flatMap(kind => [paymentsQueue(kind), holdQueuesOf(kind, 0).expiredQueue].map(parkedQueue)),
      parkedQueue(purchaseQueue),
    ],
  },
  { rule: 'no payment notifications were rejected', queues: [paymentsRejectedQueue] },
  { rule: 'no unapplied payments wait for a refund', queues: [paymentsUnappliedQueue] },
]

/**
 * Checks which queues hold messages that need attention; changes nothing. A queue that was never declared is empty.
 *
 * @throws what the broker's client throws when it cannot be reached
 */
export async function checkQueues(rabbitmqUrl: string): Promise<CheckResult[]> {
  const connection = await connect(rabbitmqUrl, { timeout: 5_000 })
  connection.on('error', () => {})
  try {
    const results: CheckResult[] = []
    for (const { rule, queues } of checked) {
      const counted = await Promise.all(
        queues.map(async queue => ({ queue, messages: await countOf(connection, queue) })),
      )
      results.push({ invariant: { rule, holds: 'noted' }, rows: counted.filter(({ messages }) => messages > 0) })
    }
    return results
  } finally {
    await connection.close().catch(() => {})
  }
}

/** A channel closes when a queue does not exist, so each queue has its own channel. */
async function countOf(connection: ChannelModel, queue: string): Promise<number> {
  const channel = await connection.createChannel()
  let isAbsent = false
  channel.on('error', (error: { code?: number }) => {
    isAbsent = error.code === 404
  })
  try {
    return (await channel.checkQueue(queue)).messageCount
  } catch (error) {
    if (isAbsent) return 0
    throw error
  } finally {
    await channel.close().catch(() => {})
  }
}
