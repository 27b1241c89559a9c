import type { OrdersQuery } from '@campstore/contract/admin/orders'
import { type Condition, contains, type FindPage, given, ordered } from '@campstore/database/listing'
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
  given(instant(query.placedFrom), 'placed_at >= ?'),
  given(instant(query.placedTo), 'placed_at <= ?'),
]

/** A single value is compared as such: then the index gives the rows in their order. */
const oneOf = (column: string, values: readonly string[] | undefined): Condition | undefined =>
  values?.length === 1 ? given(values[0], `${column} = ?`) : given(values, `${column} = any (?)`)

/** PostgreSQL has no year 0, which a timestamp may name. */
const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))
