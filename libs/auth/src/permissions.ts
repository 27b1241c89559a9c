import { ApiError } from '@campstore/contract/errors'

/**
 * Checks the permissions that an endpoint declares: all of them are needed, and edit does not imply view.
 *
 * @throws {ApiError} FORBIDDEN naming those that are missing
 */
export function requirePermissions(permissions: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter(permission => !permissions.includes(permission))
  if (missing.length > 0) throw new ApiError('FORBIDDEN', `You need the permission ${missing.join(' and ')}.`)
}
