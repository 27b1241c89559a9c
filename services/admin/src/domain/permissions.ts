import {
  allPermissions,
  type Permission,
  permissionsOf,
  type Role,
  roleDefaults,
  sections,
} from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import { ApiError } from '@campstore/contract/errors'
import { type PlainTextKey, text } from '@campstore/contract/texts/text'

/** The permissions of an administrator: the role's, except in sections with an override. In the dictionary's order. */
export function effectivePermissions(role: Role, overrides: Overrides): Permission[] {
  const permitted = sections.flatMap(section => {
    const [view, edit] = permissionsOf(section)
    const override = overrides[section]
    if (!override) return [view, edit].filter(permission => roleDefaults[role].includes(permission))
    return [...(override.view ? [view] : []), ...(override.edit ? [edit] : [])]
  })
  return allPermissions.filter(permission => permitted.includes(permission))
}

/** The overrides that differ from the role; only these are stored (docs/contract/admin.md#administrator-accounts). */
export function permissionOverrides(role: Role, overrides: Overrides): Overrides {
  const differing: Overrides = {}
  for (const section of sections) {
    const override = overrides[section]
    const [view, edit] = permissionsOf(section).map(permission => roleDefaults[role].includes(permission))
    if (override && (override.view !== view || override.edit !== edit)) differing[section] = override
  }
  return differing
}

/** Every permission, and the defaults of each role. */
export const permissionDictionary = {
  sections: sections.map(key => ({ key, permissions: [...permissionsOf(key)] })),
  roleDefaults: {
    admin: [...roleDefaults.admin],
    operator: [...roleDefaults.operator],
    warehouse: [...roleDefaults.warehouse],
  },
}

/** The parts of an account that decide whether it can administer others. */
export type AccountRights = { id: string; role: Role; active: boolean; overrides: Overrides }

const isAdmin = ({ role, active }: AccountRights): boolean => active && role === 'admin'
const canEditPermissions = ({ role, active, overrides }: AccountRights): boolean =>
  active && effectivePermissions(role, overrides).includes('permissions.edit')

/**
 * Refuses a change that would leave no active account with the role admin, or none that can edit permissions
 * (docs/contract/admin.md#administrator-accounts). Throws CONFLICT.
 *
 * @param active all active accounts before the change
 */
export function assertAdministratorRemains(active: readonly AccountRights[], changed: AccountRights): void {
  const after = active.map(account => (account.id === changed.id ? changed : account))
  if (active.some(isAdmin) && !after.some(isAdmin)) throw lastOne('account.lastAdmin')
  if (active.some(canEditPermissions) && !after.some(canEditPermissions)) throw lastOne('account.lastEditor')
}

const lastOne = (key: PlainTextKey): ApiError => new ApiError('CONFLICT', text(key))
