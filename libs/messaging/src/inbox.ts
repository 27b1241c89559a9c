import type { Queryable } from '@campstore/database/database'

/**
 * Says whether a consumer meets a message for the first time, and remembers it. Called in the transaction of the message's
 * effect, it makes the effect happen once: a second delivery at the same instant waits for the first one's commit.
 *
 * @param consumer name of the consumer; each has its own memory
 */
export async function firstDelivery(
  tx: Queryable,
  schema: string,
  consumer: string,
  messageId: string,
): Promise<boolean> {
  const inserted = await tx.query({
    name: `inbox:${schema}`,
    text: `
      insert into ${schema}.inbox (consumer, message_id)
      values ($1, $2)
      on conflict do nothing`,
    values: [consumer, messageId],
  })
  return inserted.rowCount === 1
}

/**
 * Forgets old messages, at most `limit` of them, so that one call never holds the table for long.
 *
 * @param olderThanDays must exceed the longest time after which a message can still come again
 * @returns how many were forgotten; fewer than `limit` means that none are left
 */
export async function pruneInbox(
  pool: Queryable,
  schema: string,
  olderThanDays: number,
  limit: number,
): Promise<number> {
  const deleted = await pool.query(
    `delete from ${schema}.inbox
     where ctid = any (array(
       select ctid
       from ${schema}.inbox
       where received_at < now() - make_interval(days => $1)
       limit $2
       for update skip locked
     ))`,
    [olderThanDays, limit],
  )
  return deleted.rowCount ?? 0
}
