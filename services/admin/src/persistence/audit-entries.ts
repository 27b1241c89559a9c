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
