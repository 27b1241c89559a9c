import { type AdminUserDetail, type CreateUser, userRoutes } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import type { Running } from '@campstore/service/dependencies'
import { addAccount } from '../persistence/accounts.ts'
import { type Author, writeAccount } from './write-account.ts'

/**
 * Whitelists an administrator: active, and bound to nobody until the owner of the e-mail signs in.
 *
 * @throws {ApiError} CONFLICT where the e-mail is on the list, in whatever case
 */
export const createAccount =
  (given: Running) =>
  (wanted: CreateUser, author: Author): Promise<AdminUserDetail> => {
    const id = given.newId()
    const change = { route: userRoutes.createUser, targetId: null, request: wanted, author }
    return writeAccount(given, change, async tx => {
      const added = await addAccount(tx, { id, ...wanted, at: given.clock() })
      if (!added) throw new ApiError('CONFLICT', 'There is an administrator with this e-mail')
      return { before: undefined, id }
    })
  }
