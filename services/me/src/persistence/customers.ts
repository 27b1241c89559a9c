import type { AdminCustomerDetail, CustomersQuery } from '@campstore/contract/admin/customers'
import type { Queryable } from '@campstore/database/database'
import { type Condition, type FindPage, ordered, whenPresent } from '@campstore/database/pagination'
import { matching, sortColumns, tierOfRow } from './customer-search.ts'

/** A customer as one line of a list; times are texts, as the driver leaves them. */
export type ListedCustomer = Omit<AdminCustomerDetail, 'tier' | 'tierName' | MoreOfCustomer>

/** A customer with what only the detail shows. */
export type StoredCustomer = ListedCustomer & Omit<Pick<AdminCustomerDetail, MoreOfCustomer>, Recent>

type Recent = 'recentOrders' | 'recentBookings'
type MoreOfCustomer = 'birthday' | 'updatedAt' | 'preferences' | 'defaultShippingAddress' | Recent

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

const customerById = {
  name: 'customer-by-id',
  text: /* sql */ `
    select ${listColumns},
      birthday,
      updated_at as "updatedAt",
      preferences,
      default_shipping_address as "defaultShippingAddress"
    from member.customer
    where id = $1`,
}

const customerByIdLocked = {
  name: 'customer-by-id-locked',
  text: `${customerById.text} for no key update of customer`,
}

async function one(database: Queryable, statement: { name: string; text: string }, id: string) {
  const { rows } = await database.query<StoredCustomer>({ ...statement, values: [id] })
  return rows[0]
}

/** A customer, to read. */
export const findCustomer = (database: Queryable, id: string): Promise<StoredCustomer | undefined> =>
  one(database, customerById, id)

/** A customer under its lock, which ends with the transaction. */
export const findCustomerLocked = (tx: Queryable, id: string): Promise<StoredCustomer | undefined> =>
  one(tx, customerByIdLocked, id)

/** Writes what administrators may change of a locked customer. */
export async function saveCustomer(
  tx: Queryable,
  customer: Pick<StoredCustomer, 'id' | 'name' | 'phone' | 'birthday' | 'points' | 'status'>,
  at: Date,
): Promise<void> {
  const { id, name, phone, birthday, points, status } = customer
  await tx.query({
    name: 'save-customer',
    text: /* sql */ `
      update member.customer
      set name = $2, phone = $3, birthday = $4, points = $5, status = $6, updated_at = greatest(updated_at, $7)
      where id = $1`,
    values: [id, name, phone, birthday, points, status, at],
  })
}

/** One page of customers, and how many there are. */
export const findCustomers = (
  findPage: FindPage,
  query: CustomersQuery,
): Promise<{ items: ListedCustomer[]; totalElements: number }> =>
  findPage<ListedCustomer>({
    columns: listColumns,
    from: 'member.customer',
    conditions: conditionsOf(query),
    orderBy: ordered(query.sort, sortColumns, 'id'),
    page: query.page,
    size: query.size,
  })

const conditionsOf = ({ q, status, tier, tagId }: CustomersQuery): (Condition | undefined)[] => [
  ...matching(q),
  whenPresent(status, 'status = ?'),
  whenPresent(tier, `${tierOfRow} = ?`),
  whenPresent(
    tagId,
    /* sql */ `exists (
      select from member.customer_tag
      where customer_tag.customer_id = customer.id and customer_tag.tag_id = any (?)
    )`,
  ),
]
