import type { Member } from '@campstore/auth/members'
import { ApiError } from '@campstore/contract/errors'
import type { Order, OrderListItem } from '@campstore/contract/orders'
import type { Page } from '@campstore/contract/route'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findOrderOfCustomer, findOrdersOfCustomer } from '../persistence/orders.ts'
import { presentListItem, presentOrder } from '../presenters.ts'

/**
 * The member's order with its items. The order of another customer looks like an unknown one (docs/contract/member.md#own-orders).
 *
 * @throws {ApiError} NOT_FOUND
 */
export async function readOrder(
  { database }: Pick<ServiceContext, 'database'>,
  orderId: string,
  { customerId }: Member,
): Promise<Order> {
  const order = await findOrderOfCustomer(database.requests, orderId, customerId)
  if (!order) throw new ApiError('NOT_FOUND', 'There is no such order.')
  return presentOrder(order)
}

/** One page of the member's orders, newest first, without their items (docs/contract/member.md#own-orders). */
export async function listOrders(
  { database }: Pick<ServiceContext, 'database'>,
  { page, size }: { page: number; size: number },
  { customerId }: Member,
): Promise<Page<OrderListItem>> {
  const { items, totalElements } = await findOrdersOfCustomer(database.requests, customerId, { page, size })
  return { items: items.map(presentListItem), page, size, totalElements }
}
