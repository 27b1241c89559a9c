import type { Role } from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import { effectivePermissions } from './permissions.ts'

/** What decides whether an account can administer the others. */
export type Standing = { id: string; role: Role; active: boolean; overrides: Overrides }

const isAdmin = ({ role, active }: Standing): boolean => active && role === 'admin'
const isEditor = ({ role, active, overrides }: Standing): boolean =>
  active && effectivePermissions(role, overrides).includes('permissions.edit')

/**
 * What would be lost if an account became what it is to be: the last active one with role admin, or the last active one that
 * may edit permissions (decisions.md, 9 and 12). Undefined when neither is.
 *
 * @param all accounts that are active now
 */
export function administratorRemains(all: readonly Standing[], changed: Standing): string | undefined {
  const after = all.map(account => (account.id === changed.id ? changed : account))
  if (all.some(isAdmin) && !after.some(isAdmin)) return 'with the role admin'
  if (all.some(isEditor) && !after.some(isEditor)) return 'with permissions.edit'
  return undefined
}
