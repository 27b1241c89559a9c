import { setTimeout as delay } from 'node:timers/promises'
import {
  type PaymentNotification,
  paymentsRejectedQueue,
  rejectedReasonHeader,
} from '@campstore/contract/messages/payments'
import { paymentsQueue } from '@campstore/holds/topology'
import { explained } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import { parkedReasonHeader } from '@campstore/messaging/delivery'
import { parkedQueue } from '@campstore/messaging/topology'
import { bookingNames } from '../../services/booking/src/names.ts'
import { orderNames } from '../../services/checkout/src/names.ts'
import { onBroker } from '../broker/on-broker.ts'
import { browseQueue } from '../payments/kept-queues.ts'

/** Where an outcome is looked for, and for how long; 10 s by default. */
export type OutcomeSearch = { adminUrl: string; rabbitmqUrl: string; withinMs?: number }

const schemaOf = { booking: bookingNames.schema, order: orderNames.schema }
const betweenQueriesMs = 200
/** Most notifications are recorded sooner; then the queues need not be read. */
const betweenQueuesMs = 1_000
const browsed = 1_000

type Client = Parameters<Parameters<typeof onDatabase>[1]>[0]
type Recorded = { outcome: string; reason: string | null }

/**
 * Publishes a notification and waits for its outcome: a row of `payment_notification`, or a message in
 * `payments.rejected` or the parking queue.
 *
 * @throws {CliError} when the database cannot be reached; what `publish` throws
 */
export function publishAndWait(
  notification: PaymentNotification,
  publish: () => Promise<void>,
  search: OutcomeSearch,
): Promise<string> {
  const { host } = new URL(search.adminUrl)
  return onDatabase(search.adminUrl, async client => {
    const before = await findRecorded(client, notification)
    await publish()
    if (before === 'same') return 'Nothing changed: this notification was already processed'
    return waitForOutcome(client, notification, before !== undefined, search)
  }).catch(explained(`Cannot read the outcome from the database at ${host}`))
}

async function waitForOutcome(
  client: Client,
  notification: PaymentNotification,
  isContradictory: boolean,
  { rabbitmqUrl, withinMs = 10_000 }: OutcomeSearch,
): Promise<string> {
  const deadline = Date.now() + withinMs
  let queuesAt = Date.now() + betweenQueuesMs
  while (Date.now() < deadline) {
    const recorded = isContradictory ? undefined : await findOutcome(client, notification)
    if (recorded) return textOf(recorded, notification.target.kind)
    if (isContradictory || Date.now() >= queuesAt) {
      // A login that may only publish cannot read these queues.
      const kept = await findKept(rabbitmqUrl, notification).catch(() => undefined)
      if (kept) return kept
      queuesAt = Date.now() + betweenQueuesMs
    }
    await delay(betweenQueriesMs)
  }
  return `Not processed within ${withinMs / 1_000} s. Is the service running? It will be processed later, once`
}

/** Whether this notification or another one was recorded under its eventId. */
async function findRecorded(
  client: Client,
  { eventId, type, target, amount, currency, providerTradeNo }: PaymentNotification,
): Promise<'same' | 'other' | undefined> {
  const { rows } = await client.query<{ recorded: 'same' | 'other' }>(
    `select case when (type, target_id, amount, currency, provider_trade_no) = ($2, $3, $4, $5, $6) then 'same' else 'other' end as recorded
     from ${schemaOf[target.kind]}.payment_notification
     where event_id = $1`,
    [eventId, type, target.id, amount, currency, providerTradeNo],
  )
  return rows[0]?.recorded
}

async function findOutcome(client: Client, { eventId, target }: PaymentNotification): Promise<Recorded | undefined> {
  const { rows } = await client.query<Recorded>(
    `select outcome, reason from ${schemaOf[target.kind]}.payment_notification where event_id = $1`,
    [eventId],
  )
  return rows[0]
}

function textOf({ outcome, reason }: Recorded, kind: string): string {
  if (outcome === 'applied') return `Applied: the ${kind} is paid`
  if (outcome === 'repeated') return `Nothing changed: a payment of the ${kind} with this number was already received`
  if (outcome === 'unapplied' && reason === 'trade_number_used')
    return `Unapplied: ${reason}. Another booking or order already has a payment with this number`
  if (outcome === 'unapplied') return `Unapplied: ${reason}. Nothing changed; if the payment succeeded, refund it`
  return `Recorded in the status history of the ${kind}; nothing else changed`
}

/** Looks for the notification, byte for byte, in the queues of unprocessed ones. */
function findKept(rabbitmqUrl: string, notification: PaymentNotification): Promise<string | undefined> {
  const sent = Buffer.from(JSON.stringify(notification))
  const queues = [
    [paymentsRejectedQueue, 'Rejected', rejectedReasonHeader],
    [parkedQueue(paymentsQueue(notification.target.kind)), 'Parked', parkedReasonHeader],
  ] as const
  return onBroker(rabbitmqUrl, async connection => {
    for (const [queue, word, header] of queues) {
      const { messages } = await browseQueue(connection, queue, browsed)
      const found = messages.find(({ content }) => content.equals(sent))
      if (found) return `${word}: ${found.properties.headers?.[header] ?? 'the broker has moved it'}`
    }
    return undefined
  })
}
