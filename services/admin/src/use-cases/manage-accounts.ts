import { requirePermissions } from '@campstore/auth/permissions'
import {
  type AdminUserDetail,
  type ChangeUser,
  type CreateUser,
  type Overrides,
  userRoutes,
} from '@campstore/contract/admin/users'
import { ApiError, errorAt } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import { connectionOf } from '@campstore/database/em-connection'
import type { ServiceContext } from '@campstore/service/dependencies'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { assertAdministratorRemains, effectivePermissions, permissionOverrides } from '../domain/permissions.ts'
import {
  findAccount,
  findAccountLocked,
  findActiveAccounts,
  replaceOverrides,
  toAccount,
} from '../persistence/account-rows.ts'
import { type Account, lockAccountChanges } from '../persistence/accounts.ts'
import { AccountEntity, type AccountRow } from '../persistence/entities.ts'
import { presentAccountDetail } from '../presenters.ts'
import { requireActiveAccount } from './find-administrator.ts'
import { type Author, type OwnWrite, recordedWrite } from './recorded-write.ts'

/** One account with its permissions. Throws NOT_FOUND. */
export async function readAccount(deps: Pick<ServiceContext, 'database'>, id: string): Promise<AdminUserDetail> {
  const account = await findAccount(await deps.database.em(), id)
  if (!account) throw accountNotFound()
  return presentAccountDetail(toAccount(account))
}

const accountNotFound = (): ApiError => new ApiError('NOT_FOUND', text('account.notFound'))

/**
 * Adds an administrator: active, and unbound until a person with the verified e-mail signs in. Throws CONFLICT where there is an account
 * with the e-mail, in any case.
 */
export function createAccount(deps: ServiceContext, fields: CreateUser, author: Author): Promise<AdminUserDetail> {
  const change = { route: userRoutes.createUser, targetId: null, request: fields, author }
  return writeAccount(deps, change, async em => {
    const at = deps.clock()
    const account = em.create(AccountEntity, { ...fields, id: deps.newId(), createdAt: at, updatedAt: at })
    await em.flush().catch(error => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error
      throw errorAt('CONFLICT', 'email', text('is.taken'), text('account.emailTaken'), error)
    })
    return { account, before: null }
  })
}

/**
 * Activates, deactivates or renames an administrator, or changes the role. Overrides that equal the new role's defaults
 * are removed. Throws NOT_FOUND; CONFLICT for deactivating oneself, and for the last administrator.
 */
export function changeAccount(
  deps: ServiceContext,
  id: string,
  changes: ChangeUser,
  author: Author,
): Promise<AdminUserDetail> {
  const write = { route: userRoutes.changeUser, targetId: id, request: changes, author }
  return writeRights(deps, write, id, ({ overrides, ...account }) => {
    if (changes.active === false && id === author.administrator.adminId)
      throw errorAt('CONFLICT', 'active', text('account.isOwn'), text('account.own'))
    const { role = account.role, active = account.active, name = account.name } = changes
    return { role, active, name, overrides }
  })
}

/** Replaces all overrides of an administrator. Throws NOT_FOUND; CONFLICT if no administrator could edit permissions afterwards. */
export function replacePermissions(
  deps: ServiceContext,
  id: string,
  overrides: Overrides,
  author: Author,
): Promise<AdminUserDetail> {
  const write = { route: userRoutes.replacePermissions, targetId: id, request: { overrides }, author }
  return writeRights(deps, write, id, ({ role, active, name }) => ({ role, active, name, overrides }))
}

type Rights = Pick<Account, 'role' | 'active' | 'name' | 'overrides'>

/** Changes an account under its lock. Only overrides that differ from the role are stored. */
const writeRights = (deps: ServiceContext, write: OwnWrite, id: string, change: (account: Account) => Rights) =>
  writeAccount(deps, write, async em => {
    const account = await findAccountLocked(em, id)
    if (!account) throw accountNotFound()
    const before = toAccount(account)
    const { overrides: requested, ...changed } = change(before)
    const overrides = permissionOverrides(changed.role, requested)
    assertAdministratorRemains(await findActiveAccounts(em), { id, ...changed, overrides })
    em.assign(account, { ...changed, updatedAt: deps.clock() })
    replaceOverrides(em, account, overrides)
    return { account, before: presentAccountDetail(before) }
  })

/**
 * Changes an account and records that in the audit log, in one transaction. Changes are serialized. An author who was deactivated
 * or lost the permission since the request began is refused. A refusal is recorded too. Throws ADMIN_INACTIVE, FORBIDDEN, and
 * the errors of `change`.
 *
 * @param change the change itself; returns the account, and its detail before where there was one
 * @returns the account's detail after the change
 */
const writeAccount = (
  deps: ServiceContext,
  write: OwnWrite,
  change: (em: EntityManager) => Promise<{ account: AccountRow; before: AdminUserDetail | null }>,
): Promise<AdminUserDetail> =>
  recordedWrite(deps, write, async em => {
    await lockAccountChanges(connectionOf(em))
    await authorizeAuthor(em, write.author.administrator.adminId, write.route)
    const { account, before } = await change(em)
    await em.flush()
    const after = presentAccountDetail(toAccount(account))
    return { result: after, targetId: account.id, before, after }
  })

async function authorizeAuthor(em: EntityManager, adminId: string, { permissions = [] }: Route): Promise<void> {
  const author = await findAccount(em, adminId)
  if (!author) throw new Error(`The administrator ${adminId} has no account`)
  requireActiveAccount(author)
  requirePermissions(effectivePermissions(author.role, toAccount(author).overrides), permissions)
}
