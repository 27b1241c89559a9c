import type { Origin } from '@campstore/auth/administrators'
import type { TokenVerifier } from '@campstore/auth/identity'
import type { AdminUserDetail } from '@campstore/contract/admin/users'
import type { ServiceContext } from '@campstore/service/dependencies'
import { presentAccountDetail } from '../presenters.ts'
import { findAdministrator } from './find-administrator.ts'

/**
 * Exchanges an ID token for the account of its identity (docs/contract/authentication.md#session-exchange).
 *
 * @throws {ApiError} UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE
 */
export async function openSession(
  deps: ServiceContext & { verify: TokenVerifier },
  idToken: string,
  origin: Origin,
): Promise<AdminUserDetail> {
  const { identity } = await deps.verify(idToken)
  return presentAccountDetail(await findAdministrator(deps, identity, origin))
}
