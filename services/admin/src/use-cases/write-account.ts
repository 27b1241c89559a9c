import { requirePermissions } from '@campstore/auth/permissions'
import type { AdminUserDetail } from '@campstore/contract/admin/users'
import type { Route } from '@campstore/contract/route'
import { connectionOf } from '@campstore/database/em-connection'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { EntityManager } from '@mikro-orm/postgresql'
import { effectivePermissions } from '../domain/permissions.ts'
import { findAccount, findAccountLocked, toAccount } from '../persistence/account-rows.ts'
import { lockAccountChanges } from '../persistence/accounts.ts'
import type { AccountRow } from '../persistence/entities.ts'
import { presentAccountDetail } from '../presenters.ts'
import { requireActiveAccount } from './find-administrator.ts'
import { accountNotFound } from './read-accounts.ts'
import { type OwnWrite, recordedWrite } from './recorded-write.ts'

export type { Author } from './recorded-write.ts'

/**
 * Changes an account and records that in the audit log, in one transaction. Changes are serialized. An author who was deactivated
 * or lost the permission since the request began is refused. A refusal is recorded too.
 *
 * @param change the change itself; returns the account, and its detail before where there was one
 * @returns the account's detail after the change
 * @throws {ApiError} ADMIN_INACTIVE, FORBIDDEN, and the errors of `change`
 */
export const writeAccount = (
  deps: ServiceContext,
  write: OwnWrite,
  change: (em: EntityManager) => Promise<{ account: AccountRow; before: AdminUserDetail | null }>,
): Promise<AdminUserDetail> =>
  recordedWrite(deps, write, async em => {
    await lockAccountChanges(connectionOf(em))
    await authorizeAuthor(em, write.author.administrator.adminId, write.route)
    const { account, before } = await change(em)
    await em.flush()
    const after = presentAccountDetail(toAccount(account))
    return { result: after, targetId: account.id, before, after }
  })

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
