import type { Role } from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import { type PlainTextKey, text } from '@campstore/contract/texts/text'
import { effectivePermissions } from './permissions.ts'

/** The parts of an account that decide whether it can administer others. */
export type AccountRights = { id: string; role: Role; active: boolean; overrides: Overrides }

const isAdmin = ({ role, active }: AccountRights): boolean => active && role === 'admin'
const canEditPermissions = ({ role, active, overrides }: AccountRights): boolean =>
  active && effectivePermissions(role, overrides).includes('permissions.edit')

/**
 * Refuses a change that would leave no active account with the role admin, or none that can edit permissions
 * (docs/contract/admin.md#administrator-accounts).
 *
 * @param active all active accounts before the change
 * @throws {ApiError} CONFLICT
 */
export function assertAdministratorRemains(active: readonly AccountRights[], changed: AccountRights): void {
  const after = active.map(account => (account.id === changed.id ? changed : account))
  if (active.some(isAdmin) && !after.some(isAdmin)) throw lastOne('account.lastAdmin')
  if (active.some(canEditPermissions) && !after.some(canEditPermissions)) throw lastOne('account.lastEditor')
}

const lastOne = (key: PlainTextKey): ApiError => new ApiError('CONFLICT', text(key))
