import type { Administrator } from '@campstore/auth/internal-token'
import type { Route } from '@campstore/contract/route'
import type { RequestContext } from '@campstore/http/endpoint'
import type { RawRequest } from '@campstore/http/forwarded'
import { insertAuditEntry } from '../persistence/audit-log.ts'
import { type AuditLog, targetIdOf } from './audited-write.ts'

/** A read that shows or takes away personal data. */
type View = { action: string; targetId: string | null; request: string | null }

/** Records a read in the audit log when its response is ready: whoever reads the log sees who has seen what. */
export async function insertView(
  { database, clock, newId }: AuditLog,
  view: View,
  { adminId }: Administrator,
  { requestId, clientAddress }: RequestContext,
): Promise<void> {
  const at = clock()
  const entry = { id: newId(), at, adminId, ...view, requestId, clientAddress, before: null }
  await insertAuditEntry(database.requests, entry, { outcome: 'succeeded', status: 200, code: null, after: null, at })
}

/** Records each time that a route shows its target (docs/contract/admin.md#audit-log). */
export const recordView =
  (deps: AuditLog, { name }: Route) =>
  (request: RawRequest, administrator: Administrator, context: RequestContext): Promise<void> =>
    insertView(deps, { action: name, targetId: targetIdOf(request) ?? null, request: null }, administrator, context)
