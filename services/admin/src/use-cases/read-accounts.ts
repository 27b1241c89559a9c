import type { AdminUserDetail } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findAccount, toAccount } from '../persistence/account-rows.ts'
import { presentAccountDetail } from '../presenters.ts'

/** One account with its permissions. Throws NOT_FOUND. */
export async function readAccount(deps: Pick<ServiceContext, 'database'>, id: string): Promise<AdminUserDetail> {
  const account = await findAccount(await deps.database.em(), id)
  if (!account) throw accountNotFound()
  return presentAccountDetail(toAccount(account))
}

export const accountNotFound = (): ApiError => new ApiError('NOT_FOUND', text('account.notFound'))
