import type { OrdersQuery } from '@campstore/contract/admin/orders'
import type { AdminOrder, OrderListItem } from '@campstore/contract/orders'
import type { Page } from '@campstore/contract/route'
import { transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import type { Dependencies } from '../dependencies.ts'
import { orderNames } from '../names.ts'
import { findOrders } from '../persistence/order-list.ts'
import { findOrder } from '../persistence/orders.ts'
import { presentAdminOrder, presentListItem } from '../presenters.ts'
import { orderNotFound } from './order-refusals.ts'

/** One page of all orders, for administrators (docs/contract/admin.md#orders). */
export async function listAdminOrders(deps: Dependencies, query: OrdersQuery): Promise<Page<OrderListItem>> {
  const { items, totalElements } = await findOrders(deps.findPage, query)
  return { items: items.map(presentListItem), page: query.page, size: query.size, totalElements }
}

/** An order with its items and its history, both as of one instant. Throws NOT_FOUND. */
export const readAdminOrder = (deps: Dependencies, orderId: string): Promise<AdminOrder> =>
  transaction(deps.database.pool, async tx => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const order = await findOrder(tx, orderId)
    if (!order) throw orderNotFound()
    return presentAdminOrder(order, await readHistory(tx, orderNames, orderId))
  })
