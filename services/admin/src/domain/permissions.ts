import {
  allPermissions,
  type Permission,
  permissionsOf,
  type Role,
  roleDefaults,
  sections,
} from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'

/** What an administrator may do: the role's permissions, but for sections that are overridden. In the dictionary's order. */
export function effectivePermissions(role: Role, overrides: Overrides): Permission[] {
  const permitted = sections.flatMap(section => {
    const [view, edit] = permissionsOf(section)
    const may = overrides[section]
    if (!may) return [view, edit].filter(permission => roleDefaults[role].includes(permission))
    return [...(may.view ? [view] : []), ...(may.edit ? [edit] : [])]
  })
  return allPermissions.filter(permission => permitted.includes(permission))
}

/** The overrides that say something else than the role, which are the ones to store (interface.md, Administrator accounts). */
export function permissionOverrides(role: Role, overrides: Overrides): Overrides {
  const differing: Overrides = {}
  for (const section of sections) {
    const may = overrides[section]
    const [view, edit] = permissionsOf(section).map(permission => roleDefaults[role].includes(permission))
    if (may && (may.view !== view || may.edit !== edit)) differing[section] = may
  }
  return differing
}
