import { type AdminUserDetail, type ChangeUser, userRoutes } from '@campstore/contract/admin/users'
import { errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { ServiceContext } from '@campstore/service/dependencies'
import { assertAdministratorRemains } from '../domain/last-administrator.ts'
import { permissionOverrides } from '../domain/permissions.ts'
import { findActiveAccounts, replaceOverrides, toAccount } from '../persistence/account-rows.ts'
import { type Author, findAccountToChange, writeAccount } from './write-account.ts'

/**
 * Activates, deactivates or renames an administrator, or changes the role. Overrides that equal the new role's defaults are removed.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for deactivating oneself, and for the last administrator
 */
export function changeAccount(
  deps: ServiceContext,
  id: string,
  changes: ChangeUser,
  author: Author,
): Promise<AdminUserDetail> {
  const change = { route: userRoutes.changeUser, targetId: id, request: changes, author }
  return writeAccount(deps, change, async em => {
    const { account, before } = await findAccountToChange(em, id)
    if (changes.active === false && id === author.administrator.adminId)
      throw errorAt('CONFLICT', 'active', text('account.isOwn'), text('account.own'))
    const { role = account.role, active = account.active, name = account.name } = changes
    const overrides = permissionOverrides(role, toAccount(account).overrides)
    assertAdministratorRemains(await findActiveAccounts(em), { id, role, active, overrides })
    em.assign(account, { role, active, name, updatedAt: deps.clock() })
    replaceOverrides(em, account, overrides)
    return { account, before }
  })
}
