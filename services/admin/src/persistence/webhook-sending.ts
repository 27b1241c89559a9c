import type { DeliveryStatus, WebhookAttempt } from '@campstore/contract/admin/webhook-deliveries'
import { columnList } from '@campstore/database/column-list'
import type { Queryable } from '@campstore/database/database'
import { allRows, onlyRow } from '@campstore/database/rows'

/** A delivery that this process is to send, with where it goes and the secrets that sign it. */
export type ClaimedDelivery = {
  id: string
  webhookId: string
  eventId: string
  body: string
  /** Number of this attempt. */
  attempt: number
  /** Failed attempts before this one. */
  failures: number
  giveUpAt: Date
  url: string
  secret: string
  previousSecret: string | null
  previousSecretUntil: Date | null
}

type ClaimedRow = Omit<ClaimedDelivery, 'giveUpAt' | 'previousSecretUntil'> & {
  giveUpAt: string
  previousSecretUntil: string | null
}

/** That a delivery may be sent at $1: it is due, and no other process is sending it. */
const isDue = /* sql */ `
  status = 'pending' and next_attempt_at <= $1 and (sending_until is null or sending_until <= $1)`

/** The active webhooks with deliveries that are due, but not these. */
export async function findDueWebhooks(database: Queryable, now: Date, except: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'due-webhooks',
    text: /* sql */ `
      select id
      from admin.webhook
      where active
        and id <> all ($2)
        and exists (
          select from admin.webhook_delivery
          where webhook_id = webhook.id and ${isDue}
        )`,
    values: [now, except],
  })
  return rows.map(({ id }) => id)
}

/**
 * Takes some deliveries of a webhook that are due, so that no other process sends them until `sendingUntil`. A process that ends
 * leaves them to others then.
 */
export async function claimDeliveries(
  database: Queryable,
  webhookId: string,
  { now, sendingUntil, limit }: { now: Date; sendingUntil: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const rows = await allRows<ClaimedRow>(database, {
    name: 'claim-webhook-deliveries',
    text: /* sql */ `
      with due as materialized (
        select id
        from admin.webhook_delivery
        where webhook_id = $2 and ${isDue}
        order by next_attempt_at
        limit $4
        for update skip locked
      )
      update admin.webhook_delivery delivery
      set sending_until = $3,
          attempt_count = attempt_count + 1
      from due, admin.webhook
      where delivery.id = due.id
        and webhook.id = $2
        and active
      returning
        ${columnList('delivery', ['id', 'webhookId', 'eventId', 'body', 'failures', 'giveUpAt'])}, attempt_count as attempt,
        ${columnList('webhook', ['url', 'secret', 'previousSecret', 'previousSecretUntil'])}`,
    values: [now, webhookId, sendingUntil, limit],
  })
  return rows.map(row => ({
    ...row,
    giveUpAt: new Date(row.giveUpAt),
    previousSecretUntil: row.previousSecretUntil === null ? null : new Date(row.previousSecretUntil),
  }))
}

/** Attempts that a delivery keeps. */
const keptAttempts = 50

/** What an attempt has come to: the state of its delivery, and when it is attempted next while it is pending. */
export type AttemptResult = {
  attempt: WebhookAttempt
  status: DeliveryStatus
  nextAttemptAt: Date | null
  completedAt: Date | null
}

/** Records an attempt, unless another one has begun since. */
export async function recordAttempt(database: Queryable, id: string, result: AttemptResult): Promise<void> {
  const { attempt, status, nextAttemptAt, completedAt } = result
  await database.query({
    name: 'record-webhook-attempt',
    text: /* sql */ `
      update admin.webhook_delivery
      set status = $3,
          next_attempt_at = $4,
          completed_at = $5,
          failures = failures + case when $3 = 'delivered' then 0 else 1 end,
          sending_until = null,
          attempts = case when jsonb_array_length(attempts) < ${keptAttempts} then attempts else attempts - 0 end || $6::jsonb
      where id = $1 and attempt_count = $2`,
    values: [id, attempt.number, status, nextAttemptAt, completedAt, JSON.stringify(attempt)],
  })
}

/** Deliveries of active webhooks that are due, and since when the oldest is. */
export const countDue = (database: Queryable, now: Date): Promise<{ due: number; seconds: number }> =>
  onlyRow(database, {
    name: 'webhook-deliveries-due',
    text: /* sql */ `
      select
        count(*)::integer as due,
        coalesce(extract(epoch from $1::timestamptz - min(next_attempt_at)), 0)::float8 as seconds
      from admin.webhook_delivery
      where status = 'pending'
        and next_attempt_at <= $1
        and webhook_id in (select id from admin.webhook where active)`,
    values: [now],
  })
