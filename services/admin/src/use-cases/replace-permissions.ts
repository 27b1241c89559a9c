import { type AdminUserDetail, type Overrides, userRoutes } from '@campstore/contract/admin/users'
import type { Running } from '@campstore/service/dependencies'
import { permissionOverrides } from '../domain/permissions.ts'
import { saveAccount } from '../persistence/accounts.ts'
import { type Author, accountToChange, assertAdministratorRemains, writeAccount } from './write-account.ts'

/**
 * Replaces all personal overrides of an administrator by those of the given ones that differ from the role.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where nobody could edit permissions any more
 */
export const replacePermissions =
  (given: Running) =>
  (id: string, overrides: Overrides, author: Author): Promise<AdminUserDetail> => {
    const change = { route: userRoutes.replacePermissions, targetId: id, request: { overrides }, author }
    return writeAccount(given, change, async tx => {
      const before = await accountToChange(tx, id)
      const after = { ...before, overrides: permissionOverrides(before.role, overrides) }
      await assertAdministratorRemains(tx, after)
      await saveAccount(tx, after, given.clock())
      return { before, id }
    })
  }
