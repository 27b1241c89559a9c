import {
  paymentsRefundsQueue,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  paymentsWithdrawnQueue,
} from '@campstore/contract/messages/payments'
import { paymentsQueue, unroutedPaymentsQueue } from '@campstore/holds/topology'
import { parkedQueue } from '@campstore/messaging/topology'
import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib'
import { onQueue } from '../broker/on-broker.ts'

/** Payments that wait in a queue for somebody to act. */
export type KeptGroup = 'unapplied' | 'rejected' | 'parked'

export const keptQueues: Readonly<Record<KeptGroup, readonly string[]>> = {
  unapplied: [paymentsUnappliedQueue, paymentsRefundsQueue, paymentsWithdrawnQueue],
  rejected: [paymentsRejectedQueue],
  parked: [paymentsQueue, unroutedPaymentsQueue].flatMap(queueOf =>
    (['booking', 'order'] as const).map(kind => parkedQueue(queueOf(kind))),
  ),
}

export type QueuePage = { messages: GetMessage[]; total: number }

/**
 * Reads the first messages of a queue and leaves them there, in their order. `basic.nack` returns them: unlike a lost channel or
 * `basic.reject` it does not count towards the delivery limit that RabbitMQ 4 gives to every quorum queue.
 */
export const browseQueue = (connection: ChannelModel, queue: string, limit: number): Promise<QueuePage> =>
  onQueue(connection, queue, { messages: [], total: 0 }, async channel => {
    const messages: GetMessage[] = []
    for (let message = await nextMessage(channel, queue); message; message = await nextMessage(channel, queue)) {
      messages.push(message)
      if (messages.length >= limit) break
    }
    if (messages.length > 0) channel.nackAll(true)
    return { messages, total: countWith(messages[0]) }
  })

/**
 * How many messages a queue has, by the first one that was taken from it. `checkQueue` counts none while the leader of a quorum
 * queue takes more than 250 ms to answer, as on a busy machine.
 */
export const countWith = (first: GetMessage | undefined): number =>
  first === undefined ? 0 : first.fields.messageCount + 1

const nextMessage = async (channel: ConfirmChannel, queue: string): Promise<GetMessage | undefined> =>
  (await channel.get(queue)) || undefined
