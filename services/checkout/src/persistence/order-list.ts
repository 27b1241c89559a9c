import type { OrdersQuery } from '@campstore/contract/admin/orders'
import { between, type Condition, inList, whenPresent } from '@campstore/database/conditions'
import { type LookUp, matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { isOnHold, isPastHold, isReady, pastOrOnHold } from './order-conditions.ts'
import { listedColumns, type OrderRow, type StoreOrder, toOrder } from './orders.ts'

/** The sort columns of orders. The index `store_order_placed` has all of these columns, and all that are filtered by. */
const sortColumns = { placedAt: 'placed_at', total: 'total', updatedAt: 'updated_at' } as const

/** One page of all orders, without their items, and how many there are. */
export async function findOrders(findPage: FindPage, query: OrdersQuery): Promise<FoundPage<StoreOrder>> {
  const { items, totalElements } = await findPage<OrderRow>({
    columns: listedColumns,
    from: 'checkout.store_order',
    conditions: conditionsOf(query),
    orderBy: orderByField(query.sort, sortColumns, 'id'),
    page: query.page,
    size: query.size,
    idsFirst: true,
  })
  return { items: items.map(toOrder), totalElements }
}

/** Cancelled orders still show their coupon, so it comes from the order and not from the claim. */
const hasCoupon = pastOrOnHold("coupon is not null and coupon ->> 'id' = ?")

/**
 * Items are found by their reservations. The index `stock_reservation_of_variant` has reservations past the hold; the others are
 * looked up order by order.
 */
const hasVariant = /* sql */ `store_order.id in (
    select order_id
    from checkout.stock_reservation
    where variant_id = ? and (status <> 'active' or expires_at is null)
    union all
    select store_order.id
    from checkout.store_order
    cross join lateral (
      select from checkout.order_item where order_id = store_order.id and variant_id = ? offset 0
    ) item
    where ${isOnHold}
  )`

/** Each index has orders past their hold, by one of two conditions with the same meaning. */
const orderLookUp: LookUp = {
  indexed: [
    { column: 'search_text', past: `(${isOnHold}) is false` },
    { texts: ['shipping_address'], past: isPastHold },
  ],
  phones: [{ phone: 'shipping_phone', past: isPastHold }],
  onHold: isOnHold,
  ofCustomers: ids => `customer_id = any (${ids})`,
}

const conditionsOf = (query: OrdersQuery): (Condition | undefined)[] => [
  matchesLookUp(orderLookUp, query.q),
  inList('status', query.status),
  whenPresent(query.paymentStatus, 'payment_status = ?'),
  whenPresent(query.paymentMethod, 'payment_method = ?'),
  ...between('placed_at', query.placedFrom, query.placedTo),
  ...between('paid_at', query.paidFrom, query.paidTo),
  // An order is placed before it is paid; a day is for clocks that differ. So the scan of the newest begins at the range.
  whenPresent(query.paidTo, "placed_at <= ?::timestamptz + interval '1 day'"),
  query.readyToShip === undefined ? undefined : { sql: query.readyToShip ? isReady : `not (${isReady})`, values: [] },
  whenPresent(query.customerId, 'customer_id = ?'),
  whenPresent(query.couponId, hasCoupon),
  whenPresent(query.variantId, hasVariant),
]
