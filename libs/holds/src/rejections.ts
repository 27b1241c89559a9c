import type { Queryable } from '@campstore/database/database'

/**
 * Records that a message of the payment service was rejected, so that the payment service can ask for it. Only messages with a
 * valid signature are recorded, so no other sender can fill the table. The same rejection again changes the time.
 */
export async function recordRejection(
  database: Queryable,
  schema: string,
  { eventId, reason, at }: { eventId: string; reason: string; at: Date },
): Promise<void> {
  await database.query({
    name: `record-rejection:${schema}`,
    text: /* sql */ `
    insert into ${schema}.rejected_notification (event_id, reason, received_at)
    values ($1, $2, $3)
    on conflict (event_id, reason) do update
    set received_at = excluded.received_at`,
    values: [eventId, reason, at],
  })
}
