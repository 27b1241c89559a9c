import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import { requirePermissions } from '@campstore/auth/permissions'
import type { AdminUserDetail } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { type Queryable, transaction } from '@campstore/database/database'
import type { Running } from '@campstore/service/dependencies'
import { administratorRemains } from '../domain/last-administrator.ts'
import { effectivePermissions } from '../domain/permissions.ts'
import { type Account, findAccount, findActiveAccounts, lockAccount, takeTurns } from '../persistence/accounts.ts'
import { type Ending, type NewAuditEntry, recordDone } from '../persistence/audit-log.ts'
import { presentAccountDetail } from '../presenters.ts'
import { requireActive } from './find-administrator.ts'
import { noSuchAccount } from './read-accounts.ts'

/** Who changes accounts, and from where. */
export type Author = { administrator: Administrator; origin: Origin }

/** A change of an account: what is declared, of which account, and what was asked for. */
type Change = { route: Route; targetId: string | null; request: object; author: Author }

/**
 * Changes an account and records it in one transaction, one change after the other. Whoever was deactivated or lost the
 * permission while the request was on its way is refused. A refusal is recorded too.
 *
 * @param work the change itself: the account before, if there was one, and the id of the account to show
 * @returns the account's detail afterwards
 * @throws {ApiError} ADMIN_INACTIVE, FORBIDDEN, and what `work` throws
 */
export async function writeAccount(
  { database: { pool }, clock, newId }: Running,
  { route, targetId, request, author: { administrator, origin } }: Change,
  work: (tx: Queryable) => Promise<{ before: Account | undefined; id: string }>,
): Promise<AdminUserDetail> {
  const { adminId } = administrator
  const deed: NewAuditEntry = {
    id: newId(),
    at: clock(),
    adminId,
    action: route.name,
    targetId,
    request: JSON.stringify(request),
    requestId: origin.requestId,
    clientAddress: origin.clientAddress,
    before: null,
  }
  const ending = { status: route.successStatus ?? 200, code: null, at: deed.at }
  try {
    return await transaction(pool, async tx => {
      await takeTurns(tx)
      await requireStanding(tx, adminId, route)
      const { before, id } = await work(tx)
      const after = await presentStored(tx, id)
      const succeeded: Ending = { ...ending, outcome: 'succeeded', after, targetId: id }
      await recordDone(tx, { ...deed, before: before && presentAccountDetail(before) }, succeeded)
      return after
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code } = error
    await recordDone(pool, deed, { ...ending, outcome: 'refused', status, code, after: null })
    throw error
  }
}

async function requireStanding(tx: Queryable, adminId: string, { permissions = [] }: Route): Promise<void> {
  const author = await findAccount(tx, adminId)
  if (!author) throw new Error(`the administrator ${adminId} has no account`)
  requireActive(author)
  requirePermissions(effectivePermissions(author.role, author.overrides), permissions)
}

async function presentStored(tx: Queryable, id: string): Promise<AdminUserDetail> {
  const account = await findAccount(tx, id)
  if (!account) throw new Error(`the account ${id} was not stored`)
  return presentAccountDetail(account)
}

/** The account to change, under its lock. Throws NOT_FOUND. */
export async function accountToChange(tx: Queryable, id: string): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (!account) throw noSuchAccount()
  return account
}

/** Refuses a change after which nobody could administer the others. Throws CONFLICT. */
export async function assertAdministratorRemains(tx: Queryable, changed: Account): Promise<void> {
  const lost = administratorRemains(await findActiveAccounts(tx), changed)
  if (lost) throw new ApiError('CONFLICT', `This is the last active administrator ${lost}`)
}
