import type { Origin } from '@campstore/auth/administrators'
import type { Identity } from '@campstore/auth/identity'
import { ApiError } from '@campstore/contract/errors'
import type { Running } from '@campstore/service/dependencies'
import { type Account, bindAccount, findAccountOfSubject } from '../persistence/accounts.ts'

/**
 * The active account of an identity: the one that its subject is bound to, or the one that waits under its verified e-mail,
 * which is bound to it then (decisions.md, 3).
 *
 * @throws {ApiError} ADMIN_NOT_WHITELISTED, also for a second subject with the e-mail of a bound account; ADMIN_INACTIVE
 */
export const findAdministrator =
  (given: Running) =>
  async (identity: Identity, origin: Origin): Promise<Account> => {
    const { pool } = given.database
    const account =
      (await findAccountOfSubject(pool, identity.subject)) ??
      (await bind(given, identity, origin)) ??
      // The same subject's other first request may have bound it in between.
      (await findAccountOfSubject(pool, identity.subject))
    if (!account) throw new ApiError('ADMIN_NOT_WHITELISTED', 'This account is not on the list of administrators')
    requireActive(account)
    return account
  }

/** @throws {ApiError} ADMIN_INACTIVE */
export function requireActive({ active }: Account): void {
  if (!active) throw new ApiError('ADMIN_INACTIVE', 'This administrator is deactivated')
}

async function bind({ database, clock, newId }: Running, identity: Identity, origin: Origin) {
  const { subject, email, emailVerified } = identity
  if (!emailVerified || email === undefined) return undefined
  return bindAccount(database.pool, { subject, email, at: clock(), recordId: newId(), ...originOf(origin) })
}

const originOf = ({ requestId, clientAddress }: Origin): Origin => ({ requestId, clientAddress })
