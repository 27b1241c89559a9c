import type { Queryable } from '@campstore/database/database'

/** What was done, by whom, to what, and from where. */
export type Deed = {
  id: string
  at: Date
  adminId: string
  /** Name of the route. */
  action: string
  /** What it was done to; null where that has no id yet. */
  targetId: string | null
  requestId: string
  clientAddress: string
  /** The body as it was sent. */
  request: string | null
  /** What the target's detail showed before; null where it was not there. */
  before: unknown
}

/** What came of it. `unknown`: it was sent and not answered, so it may have happened. */
export type Ending = {
  outcome: 'succeeded' | 'refused' | 'failed' | 'unknown'
  /** HTTP status and code of the answer. */
  status: number | null
  code: string | null
  /** The data of the answer. */
  after: unknown
  /** For a deed that gave its target an id. */
  targetId?: string
  at: Date
}

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Records a deed that is about to be done. If nobody completes the record, it says by itself that the end is not known. */
export async function recordDeed(database: Queryable, deed: Deed): Promise<void> {
  await insertRecord(database, deed, undefined)
}

/** Records a deed that is done, in its own transaction, or was refused. */
export async function recordDone(database: Queryable, deed: Deed, ending: Ending): Promise<void> {
  await insertRecord(database, deed, ending)
}

async function insertRecord(database: Queryable, deed: Deed, ending: Ending | undefined): Promise<void> {
  await database.query(
    /* sql */ `
    insert into admin.audit_record (
      id, at, admin_id, action, target_id, request_id, client_address, request, state_before,
      outcome, status, code, state_after, completed_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[deed.id, deed.at, deed.adminId, deed.action, ending?.targetId ?? deed.targetId],
      ...[deed.requestId, deed.clientAddress, deed.request && storable(deed.request), json(deed.before)],
      ...[ending?.outcome ?? 'started', ending?.status, ending?.code, json(ending?.after), ending?.at],
    ],
  )
}

/** Completes the record of a deed with what came of it. */
export async function completeRecord(database: Queryable, id: string, ending: Ending): Promise<void> {
  await database.query(
    /* sql */ `
    update admin.audit_record
    set outcome = $2,
        status = $3,
        code = $4,
        state_after = $5,
        target_id = coalesce($6, target_id),
        completed_at = $7
    where id = $1`,
    [id, ending.outcome, ending.status, ending.code, json(ending.after), ending.targetId ?? null, ending.at],
  )
}
