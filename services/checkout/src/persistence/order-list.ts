import type { OrdersQuery } from '@campstore/contract/admin/orders'
import { type Condition, inList, matchesSearch, whenPresent } from '@campstore/database/conditions'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { type OrderRow, orderColumns, type StoreOrder, toOrder } from './orders.ts'

/** The sort columns of orders. The index `store_order_placed` has all of these columns, and all that are filtered by. */
const sortColumns = { placedAt: 'placed_at', total: 'total', updatedAt: 'updated_at' } as const

/** One page of all orders, without their items, and how many there are. */
export async function findOrders(findPage: FindPage, query: OrdersQuery): Promise<FoundPage<StoreOrder>> {
  const { items, totalElements } = await findPage<OrderRow>({
    columns: `${orderColumns}, '[]'::json as items`,
    from: 'checkout.store_order',
    conditions: conditionsOf(query),
    orderBy: orderByField(query.sort, sortColumns, 'id'),
    page: query.page,
    size: query.size,
    idsFirst: true,
  })
  return { items: items.map(toOrder), totalElements }
}

const conditionsOf = (query: OrdersQuery): (Condition | undefined)[] => [
  matchesSearch('search_text', query.q),
  inList('status', query.status),
  whenPresent(query.paymentStatus, 'payment_status = ?'),
  whenPresent(query.paymentMethod, 'payment_method = ?'),
  whenPresent(query.placedFrom, 'placed_at >= ?'),
  whenPresent(query.placedTo, 'placed_at <= ?'),
]
