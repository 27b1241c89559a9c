import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { Queryable, Transaction } from '@campstore/database/database'
import type { HoldRecord, HoldRecords } from './hold-definition.ts'
import type { Actor } from './lifecycle.ts'

/** Adds an entry about something that changed no status. */
export async function noteInHistory(
  tx: Transaction,
  { kind, schema }: HoldRecords,
  { id, status }: Pick<HoldRecord, 'id' | 'status'>,
  { at, actor, reason }: { at: Date; actor: Actor; reason: string },
): Promise<void> {
  await tx.query({
    name: `history-append:${schema}`,
    text: /* sql */ `
    insert into ${schema}.status_history
      (${kind}_id, from_status, to_status, at, actor_type, actor_id, reason)
    values ($1, $2, $2, $3, $4, $5, $6)`,
    values: [id, status, at, actor.type, actor.id, reason],
  })
}

/**
 * Reads the status history of a booking or order, oldest entry first; empty where there is none. It names administrators, so only
 * staff may see it (docs/contract/states.md#status-history).
 */
export async function readHistory(
  database: Queryable,
  { kind, schema }: HoldRecords,
  id: string,
): Promise<StatusHistoryEntry[]> {
  const { rows } = await database.query<StatusHistoryEntry>(
    /* sql */ `
    select
      from_status as "from", to_status as "to", at, reason,
      json_build_object('type', actor_type, 'id', actor_id, 'name', administrator.name) as actor
    from ${schema}.status_history entry
    left join admin.administrator_name administrator on administrator.id = entry.actor_id and entry.actor_type = 'admin'
    where ${kind}_id = $1
    order by entry.id`,
    [id],
  )
  return rows.map(entry => ({ ...entry, at: new Date(entry.at).toISOString() }))
}
