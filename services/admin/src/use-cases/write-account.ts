import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import { requirePermissions } from '@campstore/auth/permissions'
import type { AdminUserDetail } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { connectionOf } from '@campstore/database/em-connection'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { EntityManager } from '@mikro-orm/postgresql'
import { effectivePermissions } from '../domain/permissions.ts'
import { findAccount, findAccountLocked, toAccount } from '../persistence/account-rows.ts'
import { lockAccountChanges } from '../persistence/accounts.ts'
import { insertAuditEntry, type NewAuditEntry } from '../persistence/audit-log.ts'
import type { AccountRow } from '../persistence/entities.ts'
import { presentAccountDetail } from '../presenters.ts'
import { requireActiveAccount } from './find-administrator.ts'
import { accountNotFound } from './read-accounts.ts'

/** The administrator who changes accounts, and where the request comes from. */
export type Author = { administrator: Administrator; origin: Origin }

/** A change of an account: its route, the account, and the request. */
type Change = { route: Route; targetId: string | null; request: object; author: Author }

/**
 * Changes an account and records that in the audit log, in one transaction. Changes are serialized. An author who was deactivated
 * or lost the permission since the request began is refused. A refusal is recorded too.
 *
 * @param change the change itself; returns the account, and its detail before where there was one
 * @returns the account's detail after the change
 * @throws {ApiError} ADMIN_INACTIVE, FORBIDDEN, and the errors of `change`
 */
export async function writeAccount(
  deps: ServiceContext,
  { route, targetId, request, author: { administrator, origin } }: Change,
  change: (em: EntityManager) => Promise<{ account: AccountRow; before: AdminUserDetail | null }>,
): Promise<AdminUserDetail> {
  const entry: NewAuditEntry = {
    id: deps.newId(),
    at: deps.clock(),
    adminId: administrator.adminId,
    action: route.name,
    targetId,
    requestId: origin.requestId,
    clientAddress: origin.clientAddress,
    request: JSON.stringify(request),
    before: null,
  }
  try {
    return await (await deps.database.em()).transactional(async em => {
      const tx = connectionOf(em)
      await lockAccountChanges(tx)
      await authorizeAuthor(em, administrator.adminId, route)
      const { account, before } = await change(em)
      await em.flush()
      const after = presentAccountDetail(toAccount(account))
      const { successStatus: status = 200 } = route
      const succeeded = { outcome: 'succeeded', status, code: null, after, targetId: account.id, at: entry.at } as const
      await insertAuditEntry(tx, { ...entry, before }, succeeded)
      return after
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code } = error
    await insertAuditEntry(deps.database.requests, entry, {
      outcome: 'refused',
      status,
      code,
      after: null,
      at: entry.at,
    })
    throw error
  }
}

async function authorizeAuthor(em: EntityManager, adminId: string, { permissions = [] }: Route): Promise<void> {
  const author = await findAccount(em, adminId)
  if (!author) throw new Error(`The administrator ${adminId} has no account`)
  requireActiveAccount(author)
  requirePermissions(effectivePermissions(author.role, toAccount(author).overrides), permissions)
}

/** The account to change, under its lock, and its detail before the change. Throws NOT_FOUND. */
export async function findAccountToChange(
  em: EntityManager,
  id: string,
): Promise<{ account: AccountRow; before: AdminUserDetail }> {
  const account = await findAccountLocked(em, id)
  if (!account) throw accountNotFound()
  return { account, before: presentAccountDetail(toAccount(account)) }
}
