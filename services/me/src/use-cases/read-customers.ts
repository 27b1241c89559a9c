import type { AdminCustomerDetail } from '@campstore/contract/admin/customers'
import type { BookingListItem } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { OrderListItem } from '@campstore/contract/orders'
import { text } from '@campstore/contract/texts/text'
import { findCustomerRows } from '@campstore/database/customer-page'
import type { Queryable } from '@campstore/database/database'
import type { ServiceContext } from '@campstore/service/dependencies'
import { bookingsOfCustomer } from '../persistence/bookings.ts'
import { findCustomer, findNotes, findSameEmail } from '../persistence/customer-rows.ts'
import type { CustomerRow } from '../persistence/entities.ts'
import { ordersOfCustomer } from '../persistence/orders.ts'
import { presentCustomerDetail } from '../presenters.ts'

/** How many recent orders, and recent bookings, a customer's detail has (docs/contract/admin.md#customers). */
const recent = { limit: 5 }

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
    findCustomerRows<OrderListItem>(database, ordersOfCustomer, customer.id, recent),
    findCustomerRows<BookingListItem>(database, bookingsOfCustomer, customer.id, recent),
    findSameEmail(database, customer),
    findNotes(database, customer.id),
  ])
  return presentCustomerDetail(customer, { orders, bookings, sameEmail, notes })
}

export const customerNotFound = (): ApiError => new ApiError('NOT_FOUND', text('customer.notFound'))
