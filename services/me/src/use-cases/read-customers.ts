import type { AdminCustomer, AdminCustomerDetail, CustomersQuery } from '@campstore/contract/admin/customers'
import { ApiError } from '@campstore/contract/errors'
import type { Page } from '@campstore/contract/route'
import type { Queryable } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import type { Running } from '@campstore/service/dependencies'
import { findLatestBookings } from '../persistence/bookings.ts'
import { findCustomer, findCustomers } from '../persistence/customers.ts'
import { findLatestOrders } from '../persistence/orders.ts'
import { presentCustomer, presentCustomerDetail } from '../presenters.ts'

/** How many recent orders, and bookings, a customer is shown with (decisions.md, 9). */
const recent = 5

/** One page of customers, for administrators. */
export const listCustomers =
  (findPage: FindPage) =>
  async (query: CustomersQuery): Promise<Page<AdminCustomer>> => {
    const { items, totalElements } = await findCustomers(findPage, query)
    return { items: items.map(presentCustomer), page: query.page, size: query.size, totalElements }
  }

/**
 * A customer with the latest orders and bookings, for administrators.
 *
 * @throws {ApiError} NOT_FOUND
 */
export const readCustomer =
  ({ database }: Pick<Running, 'database'>) =>
  (id: string): Promise<AdminCustomerDetail> =>
    describeCustomer(database.pool, id)

/**
 * A customer's detail as a connection sees it: inside the transaction of a change, as it was changed.
 *
 * @throws {ApiError} NOT_FOUND
 */
export async function describeCustomer(database: Queryable, id: string): Promise<AdminCustomerDetail> {
  const customer = await findCustomer(database, id)
  if (!customer) throw noSuchCustomer()
  const orders = await findLatestOrders(database, id, recent)
  const bookings = await findLatestBookings(database, id, recent)
  return presentCustomerDetail(customer, { orders, bookings })
}

export const noSuchCustomer = (): ApiError => new ApiError('NOT_FOUND', 'There is no such customer')
