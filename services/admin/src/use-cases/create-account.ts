import { type AdminUserDetail, type CreateUser, userRoutes } from '@campstore/contract/admin/users'
import { errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { ServiceContext } from '@campstore/service/dependencies'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { AccountEntity } from '../persistence/entities.ts'
import { type Author, writeAccount } from './write-account.ts'

/**
 * Adds an administrator: active, and unbound until a person with the verified e-mail signs in.
 *
 * @throws {ApiError} CONFLICT where there is an account with the e-mail, in any case
 */
export function createAccount(deps: ServiceContext, fields: CreateUser, author: Author): Promise<AdminUserDetail> {
  const change = { route: userRoutes.createUser, targetId: null, request: fields, author }
  return writeAccount(deps, change, async em => {
    const at = deps.clock()
    const account = em.create(AccountEntity, {
      ...fields,
      id: deps.newId(),
      active: true,
      createdAt: at,
      updatedAt: at,
    })
    await em.flush().catch(error => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error
      throw errorAt('CONFLICT', 'email', text('is.taken'), text('account.emailTaken'), error)
    })
    return { account, before: null }
  })
}
