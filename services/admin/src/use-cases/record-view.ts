import type { Administrator } from '@campstore/auth/internal-token'
import type { AuditEntryDetail } from '@campstore/contract/admin/audit'
import { ApiError } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import type { RequestContext } from '@campstore/http/endpoint'
import type { RawRequest } from '@campstore/http/forwarded'
import type { RecordReplay } from '@campstore/http/idempotency-key'
import type { ServiceContext } from '@campstore/service/dependencies'
import { maskPersonalData } from '../domain/mask-personal-data.ts'
import { findAuditEntry, insertAuditEntry } from '../persistence/audit-log.ts'
import { presentAuditEntryDetail } from '../presenters.ts'
import { type AuditLog, targetIdOf } from './audited-write.ts'

/** A read that shows or takes away personal data. */
type View = { action: string; targetId: string | null; request: string | null }

/** Records a read in the audit log when its response is ready, so that the log shows who saw what. */
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

/**
 * Records each time that a write of this service's own, or of several steps, is repeated and gets its first response, which may show
 * a secret (docs/contract/conventions.md#the-header).
 */
export const recordReplay =
  (deps: AuditLog): RecordReplay =>
  ({ name }, { params, body }, administrator, context) => {
    const targetId = Object.values(Object(params)).at(-1)?.toString() ?? null
    const request = body === undefined ? null : JSON.stringify(body)
    return insertView(deps, { action: name, targetId, request }, administrator, context)
  }

/**
 * An entry of the audit log with the request, and the target before and after, as far as its reader may see them. Throws
 * NOT_FOUND.
 */
export async function readAuditEntry(
  { database }: Pick<ServiceContext, 'database'>,
  id: string,
  { permissions }: Administrator,
): Promise<AuditEntryDetail> {
  const entry = await findAuditEntry(database.requests, id)
  if (!entry) throw new ApiError('NOT_FOUND', text('entry.notFound'))
  return presentAuditEntryDetail(maskPersonalData(entry, permissions))
}
