import { type AdminCustomer, adminCustomerSchema, type CustomersQuery } from '@campstore/contract/admin/customers'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import { matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'

/** Where the notes of staff about customers are. */
export const customerNotes = { table: 'member.note', column: 'customer_id' }

/** A customer as an item of a list, with times as texts. */
export type ListedCustomer = Omit<AdminCustomer, 'tier' | 'tierName'>

const { tier, tierName, firebaseUidBound, tags, ...listFields } = adminCustomerSchema.shape

const listColumns = /* sql */ `
  ${columnList('customer', Object.keys(listFields))},
  firebase_uid is not null as "firebaseUidBound",
  (
    select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.name, tag.id), '[]')
    from member.customer_tag
    join member.tag on tag.id = customer_tag.tag_id
    where customer_tag.customer_id = customer.id
  ) as tags`

/** The sort fields of the list. Each has an index together with the id. Names are compared ignoring case. */
export const sortColumns = {
  registeredAt: 'registered_at',
  totalSpent: 'total_spent',
  name: 'lower(name) collate "C"',
  points: 'points',
  updatedAt: 'updated_at',
} as const

/** One page of customers, and their total number. */
export const findCustomers = (findPage: FindPage, { q, status, tier, tagId, sort, page, size }: CustomersQuery) =>
  findPage<ListedCustomer>({
    columns: listColumns,
    from: 'member.customer',
    conditions: [
      matchesLookUp({ indexed: [{ column: 'search_text' }], phones: [{ phone: 'phone' }] }, q),
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
