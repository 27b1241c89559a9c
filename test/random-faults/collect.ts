import { eventsExchange } from '@campstore/contract/messages/events'
import { paymentsRejectedQueue } from '@campstore/contract/messages/payments'
import { declareTopology, quorumQueue } from '@campstore/messaging/topology'
import { milliseconds, storedHolds } from '@campstore/testing/stored-holds'
import type { GetMessage } from 'amqplib'
import type { Pool } from 'pg'
import { z } from 'zod'
import { onBroker } from '../../tools/broker/on-broker.ts'
import type { EventRecord, History, StoredPayment } from './history.ts'
import { observerQueue } from './settle.ts'

/** Declares a queue that gets every event. It is a quorum queue, so that it loses nothing when the broker crashes. */
export const declareObserver = (rabbitmqUrl: string): Promise<void> =>
  onBroker(rabbitmqUrl, async connection =>
    declareTopology(await connection.createChannel(), {
      exchanges: [{ name: eventsExchange, type: 'topic' }],
      queues: [quorumQueue(observerQueue)],
      bindings: [{ queue: observerQueue, exchange: eventsExchange, routingKey: '#' }],
    }),
  )

const paymentsOf = (schema: string) => `
  select event_id as "eventId", target_id as target, outcome, reason, ${milliseconds('received_at')} as "receivedAt"
  from ${schema}.payment_notification`

const textsOf = (schema: string) => `
  select text from ${schema}.note
  union all
  select reason from ${schema}.refund where cause = 'goodwill'
  union all
  select reference from ${schema}.refund where status = 'done'
  union all
  select withdrawal_reason from ${schema}.refund where withdrawal_reason is not null`

/** The keys of holds are written once, so each transaction that took holds is known by its rows. */
const statementsOf = (schema: string) => `
  select count(*)::integer as holds from ${schema}.idempotency_key where scope = 'hold' group by xmin`

/** Reads the contents of the servers at the end. */
export async function collect(
  owner: Pool,
  rabbitmqUrl: string,
): Promise<Pick<History, 'events' | 'rejected' | 'storedHolds' | 'storedPayments' | 'storedTexts' | 'holdStatements'>> {
  const payments = await owner.query<StoredPayment>(`${paymentsOf('booking')} union all ${paymentsOf('checkout')}`)
  const texts = await owner.query<{ text: string }>(`
    ${textsOf('booking')}
    union all
    ${textsOf('checkout')}
    union all
    select reason from booking.stay_change
    union all
    select reason from checkout.order_return`)
  const statements = await owner.query<{ holds: number }>(
    `${statementsOf('booking')} union all ${statementsOf('checkout')}`,
  )
  const rejected = await messagesIn(paymentsRejectedQueue, rabbitmqUrl)
  return {
    events: (await messagesIn(observerQueue, rabbitmqUrl)).map(readEvent),
    rejected: rejected.map(({ properties }) => String(properties.messageId)),
    storedHolds: await storedHolds(owner),
    storedPayments: payments.rows,
    storedTexts: texts.rows.map(({ text }) => text),
    holdStatements: statements.rows.map(({ holds }) => holds),
  }
}

const receivedEvent = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string().transform(time => Date.parse(time)),
  data: z.record(z.string(), z.unknown()),
})

const readEvent = ({ content }: GetMessage): EventRecord => receivedEvent.parse(JSON.parse(content.toString()))

/** Reads the messages of a queue, and leaves them there: the end of the connection requeues them. */
const messagesIn = (queue: string, rabbitmqUrl: string): Promise<GetMessage[]> =>
  onBroker(rabbitmqUrl, async connection => {
    const channel = await connection.createChannel()
    const messages: GetMessage[] = []
    for (let next = await channel.get(queue); next; next = await channel.get(queue)) messages.push(next)
    return messages
  })
