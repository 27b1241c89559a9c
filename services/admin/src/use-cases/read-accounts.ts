import { permissionsOf, roleDefaults, sections } from '@campstore/contract/admin/permissions'
import type { AdminUser, AdminUserDetail, UsersQuery } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import type { Page } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import type { Running } from '@campstore/service/dependencies'
import { findAccount, findAccounts } from '../persistence/accounts.ts'
import { presentAccount, presentAccountDetail } from '../presenters.ts'

/** One page of accounts. */
export const listAccounts =
  (findPage: FindPage) =>
  async (query: UsersQuery): Promise<Page<AdminUser>> => {
    const { items, totalElements } = await findAccounts(findPage, query)
    return { items: items.map(presentAccount), page: query.page, size: query.size, totalElements }
  }

/** One account with what it may do. Throws NOT_FOUND. */
export const readAccount =
  ({ database }: Pick<Running, 'database'>) =>
  async (id: string): Promise<AdminUserDetail> => {
    const account = await findAccount(database.pool, id)
    if (!account) throw noSuchAccount()
    return presentAccountDetail(account)
  }

export const noSuchAccount = (): ApiError => new ApiError('NOT_FOUND', 'There is no such administrator')

const asSet = (permissions: readonly string[]): string[] => [...permissions]

/** Every permission there is, and what each role has by default. */
export const permissionDictionary = {
  sections: sections.map(key => ({ key, permissions: asSet(permissionsOf(key)) })),
  roleDefaults: {
    admin: asSet(roleDefaults.admin),
    operator: asSet(roleDefaults.operator),
    warehouse: asSet(roleDefaults.warehouse),
  },
}
