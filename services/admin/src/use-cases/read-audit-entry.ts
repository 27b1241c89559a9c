import type { Administrator } from '@campstore/auth/internal-token'
import type { AuditEntryDetail } from '@campstore/contract/admin/audit'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { ServiceContext } from '@campstore/service/dependencies'
import { maskPersonalData } from '../domain/mask-personal-data.ts'
import { findAuditEntry } from '../persistence/audit-entries.ts'
import { presentAuditEntryDetail } from '../presenters.ts'

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
