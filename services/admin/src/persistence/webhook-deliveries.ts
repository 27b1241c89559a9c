import {
  type WebhookDeliveriesQuery,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  webhookDeliveryDetailSchema,
  webhookDeliverySchema,
} from '@campstore/contract/admin/webhook-deliveries'
import { columnList } from '@campstore/database/column-list'
import { between, whenPresent } from '@campstore/database/conditions'
import type { Queryable, Transaction } from '@campstore/database/database'
import { deleteOlder, deleteWhere } from '@campstore/database/delete-older'
import type { FindPage } from '@campstore/database/pagination'
import { firstRow, onlyRow } from '@campstore/database/rows'
import { collectedMs, deliveryPeriodMs } from '../domain/webhook-retries.ts'

/** An event as it is delivered. */
export type DeliveredEvent = { id: string; type: string; body: string }

const listColumns = columnList('webhook_delivery', Object.keys(webhookDeliverySchema.shape))
const detailColumns = columnList('webhook_delivery', Object.keys(webhookDeliveryDetailSchema.shape))

/** The log of a deleted webhook is gone, although a job has yet to delete it. */
const isKept = /* sql */ `webhook_id in (select id from admin.webhook where deleted_at is null)`

/**
 * Adds a delivery for each active webhook that asks for an event. A repeated event adds nothing.
 *
 * @param latestOf subject of the event, if only the latest is sent: it replaces an earlier one that waits for its first attempt,
 *   which is made some time later. Otherwise null
 * @returns how many were added or replaced
 */
export async function insertDeliveries(
  database: Queryable,
  event: DeliveredEvent,
  latestOf: string | null,
  now: Date,
): Promise<number> {
  const [kind, onConflict] = latestOf === null ? ['every', addNothing] : ['latest', replaceEarlier]
  const nextAttemptAt = latestOf === null ? now : new Date(now.getTime() + collectedMs)
  const { rowCount } = await database.query({
    name: `insert-${kind}-webhook-deliveries`,
    text: /* sql */ `
      insert into admin.webhook_delivery (
        id, webhook_id, event_id, event_type, body, created_at, give_up_at, next_attempt_at, latest_of
      )
      select gen_random_uuid(), id, $1, $2, $3, $4, $5, $6, $7
      from admin.webhook
      where active
        and $2 = any (event_types)
        and not exists (select from admin.webhook_delivery where event_id = $1 and webhook_id = webhook.id)
      ${onConflict}`,
    values: [event.id, event.type, event.body, now, giveUpAt(now), nextAttemptAt, latestOf],
  })
  return rowCount ?? 0
}

const addNothing = 'on conflict (event_id, webhook_id) do nothing'
const replaceEarlier = /* sql */ `
      on conflict (webhook_id, latest_of) where latest_of is not null and status = 'pending' and attempt_count = 0
      do update set event_id = excluded.event_id, body = excluded.body
      where webhook_delivery.body::jsonb ->> 'time' <= excluded.body::jsonb ->> 'time'`

/** Adds a delivery of an event for one webhook. */
export const insertDelivery = (tx: Transaction, id: string, webhookId: string, event: DeliveredEvent, now: Date) =>
  onlyRow<WebhookDelivery>(
    tx,
    /* sql */ `
    insert into admin.webhook_delivery (
      id, webhook_id, event_id, event_type, body, created_at, next_attempt_at, give_up_at
    )
    values ($1, $2, $3, $4, $5, $6, $6, $7)
    returning ${listColumns}`,
    [id, webhookId, event.id, event.type, event.body, now, giveUpAt(now)],
  )

/** Makes a delivery due, for three days more. Undefined where it is being sent now, or there is none. */
export const makeDue = (tx: Transaction, id: string, now: Date): Promise<WebhookDelivery | undefined> =>
  firstRow(
    tx,
    /* sql */ `
    update admin.webhook_delivery
    set status = 'pending',
        failures = 0,
        next_attempt_at = $2,
        give_up_at = $3,
        completed_at = null
    where id = $1
      and (sending_until is null or sending_until <= $2)
    returning ${listColumns}`,
    [id, now, giveUpAt(now)],
  )

const giveUpAt = (now: Date): Date => new Date(now.getTime() + deliveryPeriodMs)

/** One page of the delivery log, newest first. */
export const findDeliveries = (
  findPage: FindPage,
  { webhookId, status, eventType, eventId, createdFrom, createdTo, page, size }: WebhookDeliveriesQuery,
) =>
  findPage<WebhookDelivery>({
    columns: listColumns,
    from: 'admin.webhook_delivery',
    conditions: [
      { sql: isKept, values: [] },
      whenPresent(webhookId, 'webhook_id = ?'),
      whenPresent(status, 'status = ?'),
      whenPresent(eventType, 'event_type = ?'),
      whenPresent(eventId, 'event_id = ?'),
      ...between('created_at', createdFrom, createdTo),
    ],
    orderBy: { field: 'created_at', id: 'id', direction: 'desc' },
    page,
    size,
  })

/** A delivery with its body and attempts. */
export const findDelivery = (database: Queryable, id: string): Promise<WebhookDeliveryDetail | undefined> =>
  firstRow(database, `select ${detailColumns} from admin.webhook_delivery where id = $1 and ${isKept}`, [id])

/**
 * Deletes deliveries that are older than an instant, and the deliveries of deleted webhooks, then these webhooks themselves. Several
 * processes may run it at once. Returns the number of deleted deliveries.
 */
export async function deleteDeliveries(database: Queryable, before: Date): Promise<number> {
  const old = await deleteOlder(database, { table: 'admin.webhook_delivery', column: 'created_at' }, before)
  const { rows } = await database.query<{ id: string }>('select id from admin.webhook where deleted_at is not null')
  let ofDeleted = 0
  for (const { id } of rows) ofDeleted += await deleteWhere(database, 'admin.webhook_delivery', 'webhook_id = $1', id)
  await database.query(/* sql */ `
    delete from admin.webhook
    where deleted_at is not null
      and not exists (select from admin.webhook_delivery where webhook_id = webhook.id)`)
  return old + ofDeleted
}
