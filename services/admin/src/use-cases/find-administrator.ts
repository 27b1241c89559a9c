import type { Origin } from '@campstore/auth/administrators'
import type { Identity, TokenVerifier } from '@campstore/auth/identity'
import type { AdminUserDetail } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { ServiceContext } from '@campstore/service/dependencies'
import { type Account, bindAccount, findAccountOfSubject } from '../persistence/accounts.ts'
import { presentAccountDetail } from '../presenters.ts'

/**
 * The active account of an identity: the one that its subject is bound to, or the unbound one with its verified e-mail,
 * which is then bound to it (docs/contract/authentication.md#administrators). Throws ADMIN_NOT_WHITELISTED, also for a
 * second subject with the e-mail of a bound account; ADMIN_INACTIVE.
 */
export async function findAdministrator(deps: ServiceContext, identity: Identity, origin: Origin): Promise<Account> {
  const { requests: pool } = deps.database
  const account =
    (await findAccountOfSubject(pool, identity.subject)) ??
    (await bindByEmail(deps, identity, origin)) ??
    // A concurrent first request of the same subject may have bound it.
    (await findAccountOfSubject(pool, identity.subject))
  if (!account) throw new ApiError('ADMIN_NOT_WHITELISTED', text('administrator.notListed'))
  requireActiveAccount(account)
  return account
}

/** @throws {ApiError} ADMIN_INACTIVE */
export function requireActiveAccount({ active }: Pick<Account, 'active'>): void {
  if (!active) throw new ApiError('ADMIN_INACTIVE', text('administrator.inactive'))
}

async function bindByEmail(
  { database, clock, newId }: ServiceContext,
  { subject, email, emailVerified }: Identity,
  { requestId, clientAddress }: Origin,
): Promise<Account | undefined> {
  if (!emailVerified || email === undefined) return undefined
  return bindAccount(database.requests, { subject, email, at: clock(), entryId: newId(), requestId, clientAddress })
}

/**
 * Exchanges an ID token for the account of its identity (docs/contract/authentication.md#session-exchange). Throws
 * UNAUTHORIZED, ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE.
 */
export async function openSession(
  deps: ServiceContext & { verify: TokenVerifier },
  idToken: string,
  origin: Origin,
): Promise<AdminUserDetail> {
  const { identity } = await deps.verify(idToken)
  return presentAccountDetail(await findAdministrator(deps, identity, origin))
}
