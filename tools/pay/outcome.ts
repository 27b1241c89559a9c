import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { explained } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import type pg from 'pg'
import { bookingNames } from '../../services/booking/src/names.ts'
import { orderNames } from '../../services/checkout/src/names.ts'

/** Schema of the service that records the notifications of a kind. */
export const schemaOf = { booking: bookingNames.schema, order: orderNames.schema }

const betweenQueriesMs = 200

/** Reads `what` from the database. @throws {CliError} that says so when it cannot be read */
export const onPayments = <T>(adminUrl: string, what: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onDatabase(adminUrl, work).catch(explained(`Cannot read ${what} from the database (is DATABASE_ADMIN_URL right?)`))

type Recorded = { outcome: string; reason: string | null }

/**
 * Publishes a payment notification and waits until the service has recorded it.
 *
 * @param withinMs how long to wait
 * @returns the outcome as a line for people, also when there is none in time
 * @throws {CliError} when the database cannot be reached; what `publish` throws
 */
export function publishAndWait(
  notification: PaymentNotification,
  publish: () => Promise<void>,
  adminUrl: string,
  withinMs?: number,
): Promise<string> {
  const { kind } = notification.target
  return onPayments(adminUrl, 'the outcome', async client => {
    const before = await findRecorded(client, notification)
    await publish()
    if (before === 'same') return 'Nothing changed: this notification was already processed'
    if (before !== undefined) return 'The service rejects it: its event id was used for another payment'
    const recorded = (row: Recorded) => textOf(row, kind)
    return outcomeIn(client, 'payment_notification', notification, recorded, withinMs)
  })
}

/** Waits until the service has recorded a notification in a table; the text of its row, or that there is none in time. */
export async function outcomeIn(
  client: pg.Client,
  table: 'payment_notification' | 'refund_notification',
  { eventId, target }: PaymentNotification | RefundNotification,
  textOfRow: (row: Recorded) => string,
  withinMs = 10_000,
): Promise<string> {
  const sql = `select * from ${schemaOf[target.kind]}.${table} where event_id = $1`
  const rejection = `select reason from ${schemaOf[target.kind]}.rejected_notification where event_id = $1`
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(betweenQueriesMs)) {
    const [row] = (await client.query<Recorded>(sql, [eventId])).rows
    if (row) return textOfRow(row)
    const [rejected] = (await client.query<{ reason: string }>(rejection, [eventId])).rows
    if (rejected) return `Rejected: ${rejected.reason}`
  }
  return `Not processed within ${withinMs / 1_000} s. Is the service running? npm run payments lists parked messages`
}

function textOf({ outcome, reason }: Recorded, kind: string): string {
  if (outcome === 'applied') return `Applied: the ${kind} is paid`
  if (outcome === 'repeated') return `Nothing changed: a payment of the ${kind} with this number was already received`
  if (outcome === 'unapplied' && reason === 'trade_number_used')
    return `Unapplied: ${reason}. Another booking or order already has a payment with this number`
  if (outcome === 'unapplied') return `Unapplied: ${reason}. Nothing changed; if the payment succeeded, refund it`
  return `Recorded in the status history of the ${kind}; nothing else changed`
}

/** Whether this notification or another one was recorded under its eventId. */
async function findRecorded(
  client: pg.Client,
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
