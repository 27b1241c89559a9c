import { ApiError } from '@campstore/contract/errors'
import { allOf, text } from '@campstore/contract/texts/text'

/**
 * Checks the permissions that an endpoint declares: all of them are needed, and edit does not imply view. Throws FORBIDDEN
 * naming the missing ones.
 */
export function requirePermissions(permissions: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter(permission => !permissions.includes(permission))
  if (missing.length > 0) throw new ApiError('FORBIDDEN', text('permission.missing', { permissions: allOf(missing) }))
}
