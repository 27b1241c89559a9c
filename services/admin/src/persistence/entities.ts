import type { Role, Section } from '@campstore/contract/admin/permissions'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An administrator's account. */
export const AccountEntity = defineEntity({
  name: 'Account',
  schema: 'admin',
  properties: {
    id: p.text().primary(),
    email: p.text(),
    name: p.text(),
    role: p.text().$type<Role>(),
    active: p.boolean().default(true),
    firebaseUid: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    overrides: () => p.oneToMany(PermissionOverrideEntity).mappedBy('account').orphanRemoval(),
  },
})
export type AccountRow = InferEntity<typeof AccountEntity>

/** A section of the permissions where an account differs from its role. */
export const PermissionOverrideEntity = defineEntity({
  name: 'PermissionOverride',
  schema: 'admin',
  properties: {
    account: () => p.manyToOne(AccountEntity).primary(),
    section: p.text().$type<Section>().primary(),
    canView: p.boolean(),
    canEdit: p.boolean(),
  },
})

/** Everything that MikroORM maps in this service. */
export const entities = [AccountEntity, PermissionOverrideEntity]
