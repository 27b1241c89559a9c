import { type AdminUserDetail, type Overrides, userRoutes } from '@campstore/contract/admin/users'
import type { ServiceContext } from '@campstore/service/dependencies'
import { assertAdministratorRemains } from '../domain/last-administrator.ts'
import { permissionOverrides } from '../domain/permissions.ts'
import { findActiveAccounts, replaceOverrides, toAccount } from '../persistence/account-rows.ts'
import { type Author, findAccountToChange, writeAccount } from './write-account.ts'

/**
 * Replaces all overrides of an administrator. Only overrides that differ from the role are stored.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT if no administrator could edit permissions afterwards
 */
export function replacePermissions(
  deps: ServiceContext,
  id: string,
  requested: Overrides,
  author: Author,
): Promise<AdminUserDetail> {
  const change = { route: userRoutes.replacePermissions, targetId: id, request: { overrides: requested }, author }
  return writeAccount(deps, change, async em => {
    const { account, before } = await findAccountToChange(em, id)
    const overrides = permissionOverrides(account.role, requested)
    assertAdministratorRemains(await findActiveAccounts(em), { ...toAccount(account), overrides })
    em.assign(account, { updatedAt: deps.clock() })
    replaceOverrides(em, account, overrides)
    return { account, before }
  })
}
