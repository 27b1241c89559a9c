import type { AdminCustomerDetail } from '@campstore/contract/admin/customers'
import type { Money } from '@campstore/core/money'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { CustomerStatus } from '../domain/lifecycle.ts'

/** A tag by which staff group customers. */
export const TagEntity = defineEntity({
  name: 'Tag',
  schema: 'member',
  properties: { id: p.text().primary(), name: p.text() },
})

/** A customer, with all that staff see and change. */
export const CustomerEntity = defineEntity({
  name: 'Customer',
  schema: 'member',
  properties: {
    id: p.text().primary(),
    firebaseUid: p.text().nullable(),
    name: p.text(),
    email: p.text(),
    phone: p.text().nullable(),
    status: p.text().$type<CustomerStatus>(),
    statusReason: p.text().nullable(),
    joinedInto: p.text().nullable(),
    authProvider: p.text(),
    points: p.integer(),
    birthday: p.date().nullable(),
    preferences: p.json<AdminCustomerDetail['preferences']>(),
    defaultShippingAddress: p.json<NonNullable<AdminCustomerDetail['defaultShippingAddress']>>().nullable(),
    totalSpent: p.decimal('string').$type<Money>(),
    firstPurchaseUsed: p.boolean(),
    registeredAt: p.datetime(),
    updatedAt: p.datetime(),
    tags: () =>
      p
        .manyToMany(TagEntity)
        .pivotTable('member.customer_tag')
        .joinColumn('customer_id')
        .inverseJoinColumn('tag_id')
        .orderBy({ name: 'asc', id: 'asc' }),
  },
})
export type CustomerRow = InferEntity<typeof CustomerEntity>

/** Everything that MikroORM maps in this service. */
export const entities = [CustomerEntity, TagEntity]
