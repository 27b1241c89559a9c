import type { Member } from '@campstore/auth/members'
import { ApiError } from '@campstore/contract/errors'
import type { Order, OrderListItem } from '@campstore/contract/orders'
import type { Page } from '@campstore/contract/route'
import type { Running } from '@campstore/service/dependencies'
import { findOrderOfCustomer, findOrdersOfCustomer } from '../persistence/orders.ts'
import { presentListItem, presentOrder } from '../presenters.ts'

/**
 * The caller's order with its items. Whether there is somebody else's of that id is not told (decisions.md, 12).
 *
 * @throws {ApiError} NOT_FOUND
 */
export const readOrder =
  ({ database }: Pick<Running, 'database'>) =>
  async (orderId: string, { customerId }: Member): Promise<Order> => {
    const order = await findOrderOfCustomer(database.pool, orderId, customerId)
    if (!order) throw new ApiError('NOT_FOUND', 'There is no such order')
    return presentOrder(order)
  }

/** One page of the caller's orders, newest first, without their items (decisions.md, 7). */
export const listOrders =
  ({ database }: Pick<Running, 'database'>) =>
  async (paging: { page: number; size: number }, { customerId }: Member): Promise<Page<OrderListItem>> => {
    const { items, totalElements } = await findOrdersOfCustomer(database.pool, customerId, paging)
    return { items: items.map(presentListItem), ...paging, totalElements }
  }
