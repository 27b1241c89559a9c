import {
  type AuditEntriesQuery,
  type AuditEntry,
  type AuditEntryDetail,
  auditEntryDetailSchema,
  auditEntrySchema,
} from '@campstore/contract/admin/audit'
import { columnList } from '@campstore/database/column-list'
import { between, whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import { firstRow } from '@campstore/database/rows'

const { admin, ...entryFields } = auditEntrySchema.shape
const { admin: _, before, after, ...detailFields } = auditEntryDetailSchema.shape

const administrator = /* sql */ `coalesce(
    (
      select json_build_object('id', account.id, 'name', account.name, 'email', account.email)
      from admin.account
      where account.id = audit_entry.admin_id
    ),
    json_build_object('id', 'system', 'name', 'System', 'email', '')
  ) as admin`

/** One page of entries, newest first. Each filter has an index with the time. */
export const findAuditEntries = (
  findPage: FindPage,
  { adminId, action, targetId, outcome, from, to, page, size }: AuditEntriesQuery,
) =>
  findPage<AuditEntry>({
    columns: `${columnList('audit_entry', Object.keys(entryFields))}, ${administrator}`,
    from: 'admin.audit_entry',
    conditions: [
      adminId === 'system' ? { sql: 'admin_id is null', values: [] } : whenPresent(adminId, 'admin_id = ?'),
      whenPresent(action, 'action = ?'),
      whenPresent(targetId, 'target_id = ?'),
      whenPresent(outcome, 'outcome = ?'),
      ...between('at', from, to),
    ],
    orderBy: { field: 'at', id: 'id', direction: 'desc' },
    page,
    size,
  })

/** One entry with the request, and the target before and after. */
export const findAuditEntry = (database: Queryable, id: string): Promise<AuditEntryDetail | undefined> =>
  firstRow(
    database,
    /* sql */ `
    select
      ${columnList('audit_entry', Object.keys(detailFields))},
      state_before as before,
      state_after as after,
      ${administrator}
    from admin.audit_entry
    where id = $1`,
    [id],
  )

/** A write of an administrator: its author, action, time, target and network address. */
export type NewAuditEntry = {
  id: string
  at: Date
  /** Null for actions of the service itself. */
  adminId: string | null
  action: string
  /** Null if the target has no id yet; longer than any id, it is cut off. */
  targetId: string | null
  requestId: string
  clientAddress: string
  /** The body as it was sent; of an upload its type and size. */
  request: string | null
  /** What the target was before, as far as the entry keeps it; null where there was none. */
  before: unknown
}

/** The result of a write. `unknown`: it was sent and got no response, so it may have happened. */
export type AuditOutcome = {
  outcome: 'succeeded' | 'refused' | 'failed' | 'unknown'
  /** HTTP status and error code of the response. */
  status: number | null
  code: string | null
  /** What the write changed: fields before, and after. */
  before: unknown
  after: unknown
  /** Where the write gave its target an id. */
  targetId?: string
  at: Date
}

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

/** No id is longer, and PostgreSQL indexes no text of a few thousand characters. */
const longestId = 256

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/**
 * Adds an entry to the audit log.
 *
 * @param outcome left out for a write that is yet to be sent: until the entry is completed, its outcome is `started`
 */
export async function insertAuditEntry(
  database: Queryable,
  entry: NewAuditEntry,
  outcome?: Omit<AuditOutcome, 'before'>,
): Promise<void> {
  await database.query(
    /* sql */ `
    insert into admin.audit_entry (
      id, at, admin_id, action, target_id, request_id, client_address, request, state_before,
      outcome, status, code, state_after, completed_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      entry.id,
      entry.at,
      entry.adminId,
      entry.action,
      outcome?.targetId ?? (entry.targetId && toStorableText(entry.targetId.slice(0, longestId))),
      entry.requestId,
      entry.clientAddress,
      entry.request && toStorableText(entry.request),
      json(entry.before),
      outcome?.outcome ?? 'started',
      outcome?.status,
      outcome?.code,
      json(outcome?.after),
      outcome?.at,
    ],
  )
}

/** Completes an entry with the result of its write. */
export async function completeAuditEntry(database: Queryable, id: string, outcome: AuditOutcome): Promise<void> {
  await database.query(
    /* sql */ `
    update admin.audit_entry
    set outcome = $2,
        status = $3,
        code = $4,
        state_before = $5,
        state_after = $6,
        target_id = coalesce($7, target_id),
        completed_at = $8
    where id = $1`,
    [
      id,
      outcome.outcome,
      outcome.status,
      outcome.code,
      json(outcome.before),
      json(outcome.after),
      outcome.targetId ?? null,
      outcome.at,
    ],
  )
}

/** Completes the entries from before an instant that were not completed: their outcome is unknown. Returns their number. */
export async function completeUnfinishedEntries(database: Queryable, before: Date, at: Date): Promise<number> {
  const { rowCount } = await database.query(
    /* sql */ `
    update admin.audit_entry
    set outcome = 'unknown', completed_from = 'nothing', completed_at = $2
    where completed_at is null and at < $1`,
    [before, at],
  )
  return rowCount ?? 0
}
