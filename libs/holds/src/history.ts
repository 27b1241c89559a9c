import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import type { HoldRecords } from './hold-definition.ts'
import { historyReference } from './tables.ts'

/** One entry of a history; `from` equals `to` where something happened that changed no status. */
export type NewHistoryEntry = Omit<StatusHistoryEntry, 'at'> & { id: string; at: Date }

/** Adds an entry to the history of a booking or order, `note.id`. */
export async function appendStatusHistory(tx: Queryable, records: HoldRecords, note: NewHistoryEntry): Promise<void> {
  await tx.query({
    name: `history-note:${records.schema}`,
    text: /* sql */ `
    insert into ${records.schema}.status_history
      (${historyReference(records)}, from_status, to_status, at, actor_type, actor_id, reason)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [note.id, note.from, note.to, note.at, note.actor.type, note.actor.id, note.reason],
  })
}

type HistoryRow = {
  from: string | null
  to: string
  at: string
  actorType: StatusHistoryEntry['actor']['type']
  actorId: string | null
  reason: string | null
}

/** The history of a booking or order from its first entry on; empty where there is none. */
export async function readHistory(
  database: Queryable,
  records: HoldRecords,
  id: string,
): Promise<StatusHistoryEntry[]> {
  const { rows } = await database.query<HistoryRow>(
    /* sql */ `
    select from_status as "from", to_status as "to", at, actor_type as "actorType", actor_id as "actorId", reason
    from ${records.schema}.status_history
    where ${historyReference(records)} = $1
    order by id`,
    [id],
  )
  return rows.map(({ actorType, actorId, at, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    actor: { type: actorType, id: actorId },
  }))
}
