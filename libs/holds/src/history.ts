import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { Queryable, Transaction } from '@campstore/database/database'
import type { HoldRecords } from './hold-definition.ts'
import type { Actor } from './lifecycle.ts'

/** Column of other tables that references the booking or order. */
export const recordReference = ({ kind }: HoldRecords): string => `${kind}_id`

/** One entry of a status history; `from` equals `to` where an event changed no status. */
type NewHistoryEntry = Omit<StatusHistoryEntry, 'at' | 'actor'> & { id: string; at: Date; actor: Actor }

export async function appendStatusHistory(
  tx: Transaction,
  records: HoldRecords,
  entry: NewHistoryEntry,
): Promise<void> {
  await tx.query({
    name: `history-append:${records.schema}`,
    text: /* sql */ `
    insert into ${records.schema}.status_history
      (${recordReference(records)}, from_status, to_status, at, actor_type, actor_id, reason)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [entry.id, entry.from, entry.to, entry.at, entry.actor.type, entry.actor.id, entry.reason],
  })
}

type HistoryRow = {
  from: string | null
  to: string
  at: string
  actorType: Actor['type']
  actorId: string | null
  actorName: string | null
  reason: string | null
}

/**
 * Reads the status history of a booking or order, oldest entry first; empty where there is none. It names administrators, so only
 * staff may see it (docs/contract/states.md#status-history).
 */
export async function readHistory(
  database: Queryable,
  records: HoldRecords,
  id: string,
): Promise<StatusHistoryEntry[]> {
  const { rows } = await database.query<HistoryRow>(
    /* sql */ `
    select
      from_status as "from", to_status as "to", at, actor_type as "actorType", actor_id as "actorId",
      administrator.name as "actorName", reason
    from ${records.schema}.status_history entry
    left join admin.administrator_name administrator on administrator.id = entry.actor_id and entry.actor_type = 'admin'
    where ${recordReference(records)} = $1
    order by entry.id`,
    [id],
  )
  return rows.map(({ actorType, actorId, actorName, at, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    actor: { type: actorType, id: actorId, name: actorName },
  }))
}
