import type { Transaction } from '@campstore/database/database'

/**
 * Records that a consumer processes a message. Called in the transaction of the message's effect, it ensures that the effect
 * happens once: a concurrent second delivery waits for the commit of the first.
 *
 * @returns false when the message was processed before
 */
export async function insertInboxEntry(
  tx: Transaction,
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
