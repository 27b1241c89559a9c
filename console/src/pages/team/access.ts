import type { Section } from '@campstore/contract/admin/permissions'
import type { Schemas } from '../../app/client.ts'

export type Account = Schemas['AdminUserDetail']

/** How much of a section an account may use. */
export type Access = 'none' | 'view' | 'edit'

/** The choice for a section: an access of the account's own, or the role's. */
export type Choice = Access | 'role'

/** The access that permission codes give to a section. */
export function accessOf(section: string, permissions: readonly string[]): Access {
  if (permissions.includes(`${section}.edit`)) return 'edit'
  return permissions.includes(`${section}.view`) ? 'view' : 'none'
}

/** The current choice for a section. */
export function choiceOf(section: string, { permissionOverrides }: Pick<Account, 'permissionOverrides'>): Choice {
  const own = permissionOverrides[section]
  if (own === undefined) return 'role'
  return own.edit ? 'edit' : own.view ? 'view' : 'none'
}

/** The overrides of some choices, as the API takes them. */
export const overridesOf = (choices: Readonly<Partial<Record<Section, Choice>>>) =>
  Object.fromEntries(
    Object.entries(choices)
      .filter(([, choice]) => choice !== 'role')
      .map(([section, choice]) => [section, { view: choice !== 'none', edit: choice === 'edit' }]),
  )
