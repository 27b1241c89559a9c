import { type AdminUserDetail, type ChangeUser, userRoutes } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import type { Running } from '@campstore/service/dependencies'
import { permissionOverrides } from '../domain/permissions.ts'
import { saveAccount } from '../persistence/accounts.ts'
import { type Author, accountToChange, assertAdministratorRemains, writeAccount } from './write-account.ts'

/**
 * Changes whether an administrator is active, the role or the name. Overrides that the new role grants by itself are dropped.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for who deactivates themselves, and for the last administrator
 */
export const changeAccount =
  (given: Running) =>
  (id: string, wanted: ChangeUser, author: Author): Promise<AdminUserDetail> =>
    writeAccount(given, { route: userRoutes.changeUser, targetId: id, request: wanted, author }, async tx => {
      const before = await accountToChange(tx, id)
      if (wanted.active === false && id === author.administrator.adminId)
        throw new ApiError('CONFLICT', 'You cannot deactivate your own account.')
      const role = wanted.role ?? before.role
      const after = { ...before, ...wanted, role, overrides: permissionOverrides(role, before.overrides) }
      await assertAdministratorRemains(tx, after)
      await saveAccount(tx, after, given.clock())
      return { before, id }
    })
