import type { Identity } from './identity.ts'
import type { Administrator } from './internal-token.ts'

/** Where a request comes from, for the audit log. */
export type Origin = { requestId: string; clientAddress: string }

/**
 * Finds the administrator of an identity, with the permissions of this moment.
 *
 * Throws `ApiError` ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE.
 */
export type AdministratorDirectory = { resolve(identity: Identity, origin: Origin): Promise<Administrator> }
