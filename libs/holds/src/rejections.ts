import type { Queryable } from '@campstore/database/database'

/** A message of the payment service that was rejected. Its id is unknown if it cannot be read. */
export type Rejected = { reason: string; eventId?: string | undefined; isAuthentic: boolean }

/** Most rejections for each kind that are kept of messages that the payment service has not signed: the newest. */
const maxUnverified = 1_000

/** Days after which these are deleted. */
export const unverifiedDays = 7

/**
 * Records a rejection, so that the payment service can ask for it (docs/contract/messages.md#outcome-of-a-message). Anybody who may publish
 * can send a message that is not signed, so few of these are kept. The same rejection again changes the time.
 */
export async function recordRejection(
  database: Queryable,
  schema: string,
  { reason, eventId, isAuthentic, at }: Rejected & { at: Date },
): Promise<void> {
  if (eventId === undefined) return
  await database.query({
    name: `record-rejection:${schema}`,
    text: /* sql */ `
    insert into ${schema}.rejected_notification (event_id, reason, received_at, is_authentic)
    values ($1, $2, $3, $4)
    on conflict (event_id, reason) do update
    set received_at = excluded.received_at`,
    values: [eventId, reason, at, isAuthentic],
  })
  if (isAuthentic) return
  await database.query({
    name: `limit-rejections:${schema}`,
    text: /* sql */ `
    delete from ${schema}.rejected_notification
    where not is_authentic and received_at < (
      select received_at
      from ${schema}.rejected_notification
      where not is_authentic
      order by received_at desc
      offset $1
      limit 1
    )`,
    values: [maxUnverified - 1],
  })
}

/** Deletes the rejections of messages that were not signed once they are older than {@link unverifiedDays}. */
export async function deleteUnverified(database: Queryable, schema: string, now: Date): Promise<number> {
  const { rowCount } = await database.query(
    `delete from ${schema}.rejected_notification where not is_authentic and received_at < $1`,
    [new Date(now.getTime() - unverifiedDays * 86_400_000)],
  )
  return rowCount ?? 0
}
