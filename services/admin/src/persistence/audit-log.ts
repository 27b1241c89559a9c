import type { Queryable } from '@campstore/database/database'

/** What was done, by whom, to what, and from where. */
export type NewAuditEntry = {
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
export async function insertAuditEntry(database: Queryable, deed: NewAuditEntry): Promise<void> {
  await insertRecord(database, deed, undefined)
}

/** Records a deed that is done, in its own transaction, or was refused. */
export async function recordDone(database: Queryable, deed: NewAuditEntry, ending: Ending): Promise<void> {
  await insertRecord(database, deed, ending)
}

async function insertRecord(database: Queryable, deed: NewAuditEntry, ending: Ending | undefined): Promise<void> {
  await database.query(
    /* sql */ `
    insert into admin.audit_record (
      id, at, admin_id, action, target_id, request_id, client_address, request, state_before,
      outcome, status, code, state_after, completed_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      deed.id,
      deed.at,
      deed.adminId,
      deed.action,
      ending?.targetId ?? deed.targetId,
      deed.requestId,
      deed.clientAddress,
      deed.request && storable(deed.request),
      json(deed.before),
      ending?.outcome ?? 'started',
      ending?.status,
      ending?.code,
      json(ending?.after),
      ending?.at,
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

/** A record whose end is not known yet. */
export type Unfinished = Pick<
  NewAuditEntry,
  'id' | 'at' | 'adminId' | 'action' | 'targetId' | 'clientAddress' | 'request' | 'before'
>

/** Records from before an instant that nobody has completed, oldest first. */
export async function findUnfinished(database: Queryable, before: Date, most: number): Promise<Unfinished[]> {
  const { rows } = await database.query<Omit<Unfinished, 'at'> & { at: string }>(
    /* sql */ `
    select id, at, admin_id as "adminId", action, target_id as "targetId", client_address as "clientAddress", request,
      state_before as before
    from admin.audit_record
    where completed_at is null and at < $1
    order by at, id
    limit $2`,
    [before, most],
  )
  return rows.map(row => ({ ...row, at: new Date(row.at) }))
}

/** Whether there are records of other writes of the same target since, which may have happened. */
export async function othersSince(database: Queryable, { id, at, targetId }: Unfinished): Promise<boolean> {
  const { rowCount } = await database.query(
    /* sql */ `
    select
    from admin.audit_record
    where target_id = $1 and at >= $2 and id <> $3 and outcome in ('started', 'succeeded', 'unknown')
    limit 1`,
    [targetId, at, id],
  )
  return rowCount === 1
}

/** Completes a record without the owner's answer; false when somebody else has completed it. */
export async function completeLate(
  database: Queryable,
  id: string,
  ending: Pick<Ending, 'outcome' | 'after' | 'at'> & { from: 'history' | 'state' | 'nothing' },
): Promise<boolean> {
  const { rowCount } = await database.query(
    /* sql */ `
    update admin.audit_record
    set outcome = $2, state_after = $3, completed_at = $4, completed_from = $5
    where id = $1 and completed_at is null`,
    [id, ending.outcome, json(ending.after), ending.at, ending.from],
  )
  return rowCount === 1
}
