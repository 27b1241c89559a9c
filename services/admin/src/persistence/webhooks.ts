import type { DisabledReason, Webhook } from '@campstore/contract/admin/webhooks'
import type { Queryable, Transaction } from '@campstore/database/database'
import type { WebhookRow } from './entities.ts'

/** A webhook as the presenter takes it. */
export type StoredWebhook = Pick<WebhookRow, keyof Webhook>

/**
 * Serializes changes of webhooks, and of the queue's bindings, until the transaction ends: one row alone does not show how many there
 * are, and no binding is removed that a webhook is about to need.
 */
export async function lockWebhookChanges(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('admin.webhook', 0))`)
}

/** Deletes the stored responses to requests with an idempotency key that are about a webhook: some have its secret. */
export async function deleteResponses(tx: Transaction, webhookId: string): Promise<void> {
  await tx.query('delete from admin.idempotency_key where strpos(response::text, $1) > 0', [webhookId])
}

/** The event types that active webhooks ask for. */
export async function findWantedTypes(tx: Transaction): Promise<Set<string>> {
  const { rows } = await tx.query<{ type: string }>(
    'select distinct unnest(event_types) as type from admin.webhook where active',
  )
  return new Set(rows.map(({ type }) => type))
}

/** Notes that an attempt has succeeded. */
export async function noteSuccess(database: Queryable, id: string): Promise<void> {
  await database.query('update admin.webhook set failing_since = null where id = $1 and failing_since is not null', [
    id,
  ])
}

/**
 * Notes that an attempt has failed, and deactivates the webhook if its receiver says that it is gone, or if none has succeeded since
 * `failingSince`.
 *
 * @param failed.url where the attempt went: a receiver that was replaced meanwhile says nothing about the new one
 * @returns why it was deactivated; undefined where it was not
 */
export async function noteFailure(
  database: Queryable,
  failed: { webhookId: string; url: string; isGone: boolean },
  now: Date,
  failingSince: Date,
): Promise<DisabledReason | undefined> {
  const { rows } = await database.query<{ reason: DisabledReason | null }>(
    /* sql */ `
    with failed as (
      select id, case when $4 then 'gone' when failing_since <= $3 then 'failing' end as reason
      from admin.webhook
      where id = $1
        and active
        and (case when $4 then url = $5 else failing_since is null or failing_since <= $3 end)
      for update
    )
    update admin.webhook
    set failing_since = coalesce(failing_since, $2),
        active = reason is null,
        disabled_at = case when reason is not null then $2::timestamptz end,
        disabled_reason = reason
    from failed
    where webhook.id = failed.id
    returning reason`,
    [failed.webhookId, now, failingSince, failed.isGone, failed.url],
  )
  return rows[0]?.reason ?? undefined
}

/** For how many seconds the active webhook that has failed for longest has had no success. */
export async function findLongestFailure(database: Queryable, now: Date): Promise<number> {
  const { rows } = await database.query<{ seconds: number }>(
    /* sql */ `
    select coalesce(extract(epoch from $1::timestamptz - min(failing_since)), 0)::float8 as seconds
    from admin.webhook
    where active`,
    [now],
  )
  return rows[0]?.seconds ?? 0
}
