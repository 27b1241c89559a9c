import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { holdQueuesOf, paymentsQueue } from '@campstore/holds/topology'
import { purchaseQueue } from '@campstore/me/consumers/purchases'
import { parkedQueue } from '@campstore/messaging/topology'
import { type ChannelModel, connect } from 'amqplib'
import type { Found } from './audit.ts'

const kinds: readonly HoldKind[] = ['booking', 'order']

/** Queues that nobody empties by itself, by what a message in them is. */
const looked: readonly { finding: string; queues: readonly string[] }[] = [
  {
    finding: 'a queue with parked messages',
    queues: [
      ...kinds.flatMap(kind => [paymentsQueue(kind), holdQueuesOf(kind, 0).expiredQueue].map(parkedQueue)),
      parkedQueue(purchaseQueue),
    ],
  },
  { finding: 'a queue with rejected payment notifications', queues: [paymentsRejectedQueue] },
  { finding: 'a queue with payments that nobody has refunded', queues: [paymentsUnappliedQueue] },
]

/**
 * Looks which queues hold messages that somebody must look at; changes nothing. A queue that was never declared is empty.
 *
 * @throws what the broker's client throws when it cannot be reached
 */
export async function lookForWaitingMessages(rabbitmqUrl: string): Promise<Found[]> {
  const connection = await connect(rabbitmqUrl, { timeout: 5_000 })
  connection.on('error', () => {})
  try {
    const found: Found[] = []
    for (const { finding, queues } of looked) {
      const counted = await Promise.all(
        queues.map(async queue => ({ queue, messages: await countOf(connection, queue) })),
      )
      found.push({ invariant: { finding, holds: 'noted' }, rows: counted.filter(({ messages }) => messages > 0) })
    }
    return found
  } finally {
    await connection.close().catch(() => {})
  }
}

/** Asking for a queue that does not exist costs the channel, so each has its own. */
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
