import type { Origin } from '@campstore/auth/administrators'
import type { TokenVerifier } from '@campstore/auth/identity'
import type { AdminUserDetail } from '@campstore/contract/admin/users'
import type { Running } from '@campstore/service/dependencies'
import { presentAccountDetail } from '../presenters.ts'
import { findAdministrator } from './find-administrator.ts'

/**
 * Exchanges an ID token for the account it is whitelisted for (decisions.md, 3).
 *
 * @throws {ApiError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE
 */
export const openSession =
  (given: Running, verify: TokenVerifier) =>
  async (idToken: string, origin: Origin): Promise<AdminUserDetail> => {
    const { identity } = await verify(idToken)
    return presentAccountDetail(await findAdministrator(given)(identity, origin))
  }
