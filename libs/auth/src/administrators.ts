import { ApiError } from '@campstore/contract/errors'
import type { Identity } from './identity.ts'
import type { Administrator } from './internal-token.ts'

/** Where a request comes from, for what is recorded about it. */
export type Origin = { requestId: string; clientAddress: string }

/**
 * Finds the administrator of an identity, with the permissions of this moment.
 *
 * Throws `ApiError` ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE.
 */
export type AdministratorDirectory = { resolve(identity: Identity, origin: Origin): Promise<Administrator> }

/**
 * For what an endpoint declares: all of the permissions are needed, and edit does not imply view.
 *
 * @throws {ApiError} FORBIDDEN naming those that are lacking
 */
export function requirePermissions(permissions: readonly string[], needed: readonly string[]): void {
  const lacking = needed.filter(permission => !permissions.includes(permission))
  if (lacking.length > 0) throw new ApiError('FORBIDDEN', `This needs the permission ${lacking.join(' and ')}`)
}
