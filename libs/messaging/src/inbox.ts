import type { Queryable } from '@campstore/database/database'

/**
 * Says whether a consumer meets a message for the first time, and remembers it. Called in the transaction of the message's
 * effect, it makes the effect happen once: a second delivery at the same instant waits for the first one's commit.
 *
 * @param consumer name of the consumer; each has its own memory
 */
export async function insertInboxEntry(
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
