import type { AdminCustomer, CustomersQuery } from '@campstore/contract/admin/customers'
import { matchesSearch, whenPresent } from '@campstore/database/conditions'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { CustomerEntity, type CustomerRow } from './entities.ts'

/** A customer as an item of a list. Times are dates, or texts as PostgreSQL writes them. */
export type ListedCustomer = Omit<AdminCustomer, 'tier' | 'tierName' | 'registeredAt'> & {
  registeredAt: Date | string
}

/** The customer of an entity, whose tags are loaded. */
export const toListedCustomer = (row: CustomerRow): ListedCustomer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone ?? null,
  status: row.status,
  points: row.points,
  authProvider: row.authProvider,
  firebaseUidBound: typeof row.firebaseUid === 'string',
  registeredAt: row.registeredAt,
  firstPurchaseUsed: row.firstPurchaseUsed,
  totalSpent: row.totalSpent,
  tags: row.tags.map(({ id, name }) => ({ id, name })),
})

/** A customer with their tags. */
export const findCustomer = (em: EntityManager, id: string): Promise<CustomerRow | null> =>
  em.findOne(CustomerEntity, id, { populate: ['tags'] })

/** A customer with their tags, under the customer's lock, which ends with the transaction. */
export async function findCustomerLocked(em: EntityManager, id: string): Promise<CustomerRow | null> {
  const customer = await em.findOne(CustomerEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await customer?.tags.init()
  return customer
}

const listColumns = /* sql */ `
  id,
  name,
  email,
  phone,
  status,
  points,
  auth_provider as "authProvider",
  firebase_uid is not null as "firebaseUidBound",
  registered_at as "registeredAt",
  first_purchase_used as "firstPurchaseUsed",
  total_spent as "totalSpent",
  (
    select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.name, tag.id), '[]')
    from member.customer_tag
    join member.tag on tag.id = customer_tag.tag_id
    where customer_tag.customer_id = customer.id
  ) as tags`

/** The sort fields of the list. Each has an index together with the id. Names are compared without regard to case. */
export const sortColumns = {
  registeredAt: 'registered_at',
  totalSpent: 'total_spent',
  name: 'lower(name) collate "C"',
  points: 'points',
  updatedAt: 'updated_at',
} as const

/** One page of customers, and their total number. */
export const findCustomers = (
  findPage: FindPage,
  { q, status, tier, tagId, sort, page, size }: CustomersQuery,
): Promise<{ items: ListedCustomer[]; totalElements: number }> =>
  findPage<ListedCustomer>({
    columns: listColumns,
    from: 'member.customer',
    conditions: [
      matchesSearch('search_text', q),
      whenPresent(status, 'status = ?'),
      whenPresent(tier, 'tier = ?'),
      whenPresent(
        tagId,
        /* sql */ `exists (
          select from member.customer_tag
          where customer_tag.customer_id = customer.id and customer_tag.tag_id = any (?)
        )`,
      ),
    ],
    orderBy: orderByField(sort, sortColumns, 'id'),
    page,
    size,
  })
