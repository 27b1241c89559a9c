import type { AdminCustomerDetail } from '@campstore/contract/admin/customers'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findLatestBookings } from '../persistence/bookings.ts'
import { findCustomer, findNotes, findSameEmail } from '../persistence/customer-rows.ts'
import type { CustomerRow } from '../persistence/entities.ts'
import { findLatestOrders } from '../persistence/orders.ts'
import { presentCustomerDetail } from '../presenters.ts'

/** Number of recent orders, and of recent bookings, in a customer's detail (docs/contract/admin.md#customers). */
const recentLimit = 5

/**
 * A customer with the latest orders and bookings, for staff.
 *
 * @throws {ApiError} NOT_FOUND
 */
export async function readCustomer(deps: Pick<ServiceContext, 'database'>, id: string): Promise<AdminCustomerDetail> {
  const customer = await findCustomer(await deps.database.em(), id)
  if (!customer) throw customerNotFound()
  return describeCustomer(deps.database.requests, customer)
}

/** A customer's detail, with the latest orders and bookings. */
export async function describeCustomer(database: Queryable, customer: CustomerRow): Promise<AdminCustomerDetail> {
  const [orders, bookings, sameEmail, notes] = await Promise.all([
    findLatestOrders(database, customer.id, recentLimit),
    findLatestBookings(database, customer.id, recentLimit),
    findSameEmail(database, customer),
    findNotes(database, customer.id),
  ])
  return presentCustomerDetail(customer, { orders, bookings, sameEmail, notes })
}

export const customerNotFound = (): ApiError => new ApiError('NOT_FOUND', text('customer.notFound'))
