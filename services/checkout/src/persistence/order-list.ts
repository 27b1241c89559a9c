import type { OrdersQuery } from '@campstore/contract/admin/orders'
import { type Condition, contains, type FindPage, given, oneOf, ordered } from '@campstore/database/listing'
import { type OrderRow, orderColumns, type StoreOrder, toOrder } from './orders.ts'
import { narrowedByPieces } from './wide-pieces.ts'

/** What administrators search orders by (decisions.md, 9); an index has the very same expression. */
export const orderSearchText = /* sql */ `
  (id || E'\\n' || buyer_name || E'\\n' || buyer_email || E'\\n' || coalesce(recipient_name, ''))`

/** What orders are sorted by; each has an index with the id. */
const sortColumns = { placedAt: 'placed_at', total: 'total', updatedAt: 'updated_at' } as const

/** One page of all orders, without their items, and how many there are. */
export async function findOrders(
  findPage: FindPage,
  query: OrdersQuery,
): Promise<{ items: StoreOrder[]; totalElements: number }> {
  const { items, totalElements } = await findPage<OrderRow>({
    columns: `${orderColumns}, '[]'::json as items`,
    from: 'checkout.store_order',
    conditions: conditionsOf(query),
    orderBy: ordered(query.sort, sortColumns, 'id'),
    page: query.page,
    size: query.size,
  })
  return { items: items.map(toOrder), totalElements }
}

const conditionsOf = (query: OrdersQuery): (Condition | undefined)[] => [
  contains(orderSearchText, query.q),
  narrowedByPieces(orderSearchText, query.q),
  oneOf('status', query.status),
  given(query.paymentStatus, 'payment_status = ?'),
  given(query.paymentMethod, 'payment_method = ?'),
  given(query.placedFrom, 'placed_at >= ?'),
  given(query.placedTo, 'placed_at <= ?'),
]
