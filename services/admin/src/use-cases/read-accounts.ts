import { permissionsOf, roleDefaults, sections } from '@campstore/contract/admin/permissions'
import type { AdminUser, AdminUserDetail, UsersQuery } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import type { Page } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findAccount, findAccounts, toAccount } from '../persistence/accounts.ts'
import { presentAccount, presentAccountDetail } from '../presenters.ts'

/** One page of accounts. */
export async function listAccounts(deps: { findPage: FindPage }, query: UsersQuery): Promise<Page<AdminUser>> {
  const { items, totalElements } = await findAccounts(deps.findPage, query)
  return { items: items.map(presentAccount), page: query.page, size: query.size, totalElements }
}

/** One account with its permissions. Throws NOT_FOUND. */
export async function readAccount(deps: Pick<ServiceContext, 'database'>, id: string): Promise<AdminUserDetail> {
  const account = await findAccount(deps.database.em(), id)
  if (!account) throw accountNotFound()
  return presentAccountDetail(toAccount(account))
}

export const accountNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such administrator.')

/** Every permission, and the defaults of each role. */
export const permissionDictionary = {
  sections: sections.map(key => ({ key, permissions: [...permissionsOf(key)] })),
  roleDefaults: {
    admin: [...roleDefaults.admin],
    operator: [...roleDefaults.operator],
    warehouse: [...roleDefaults.warehouse],
  },
}
