import type { Role, Section } from '@campstore/contract/admin/permissions'
import type { DisabledReason, Webhook } from '@campstore/contract/admin/webhooks'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

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

/** A webhook with its secrets. */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  schema: 'admin',
  properties: {
    id: p.text().primary(),
    url: p.text(),
    description: p.text().nullable(),
    eventTypes: p.array().$type<Webhook['eventTypes']>(),
    active: p.boolean().default(true),
    failingSince: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    secret: p.text(),
    previousSecret: p.text().nullable(),
    previousSecretUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
  },
})
export type WebhookRow = InferEntity<typeof WebhookEntity>

/** Everything that MikroORM maps in this service. */
export const entities = [AccountEntity, PermissionOverrideEntity, WebhookEntity]
