import { bookingListItemSchema } from '@campstore/contract/booking/schemas'
import { type Coupon, type CouponClaim, couponSchema } from '@campstore/contract/coupons'
import { type Order, type OrderListItem, orderListItemSchema, orderSchema } from '@campstore/contract/orders'
import { batched } from '@campstore/database/batched'
import { columnList } from '@campstore/database/column-list'
import type { CustomerList } from '@campstore/database/customer-page'
import type { Queryable } from '@campstore/database/database'
import { contractJson } from '@campstore/service/contract-json'

/** An order with its items, from the view `checkout.member_order`, with times as texts. */
export type StoredOrderWithItems = OrderListItem &
  Pick<Order, 'items' | 'carrier' | 'trackingNumber' | 'refunds' | 'returns'>

const orderColumns = columnList('member_order', Object.keys(orderListItemSchema.shape))

/** Columns of a {@link StoredOrderWithItems}. */
export const orderWithItems = /* sql */ `
  ${orderColumns}, ${columnList('member_order', ['carrier', 'trackingNumber', 'refunds', 'returns'])},
  (
    select coalesce(json_agg(${contractJson('item', orderSchema.shape.items.element)} order by line), '[]')
    from checkout.member_order_item item
    where item.order_id = member_order.id
  ) as items`

const ordersOfCustomers = {
  name: 'orders-of-customers',
  text: /* sql */ `
    select wanted.number::integer - 1 as number, ${orderWithItems}
    from unnest($1::text[], $2::text[]) with ordinality as wanted (order_id, customer_id, number)
    join checkout.member_order
      on member_order.id = wanted.order_id and member_order.customer_id = wanted.customer_id`,
}

/** A customer's orders, newest first, without their items: rows of the view, with times as texts. */
export const ordersOfCustomer: CustomerList = {
  name: 'orders',
  columns: orderColumns,
  table: 'checkout.member_order',
  orderBy: 'placed_at desc, id desc',
}

/** Finds a customer's order with its items by line; null for an unknown order and for another customer's. */
export type OrderFinder = (wanted: { orderId: string; customerId: string }) => Promise<StoredOrderWithItems | null>

/** How many statements run concurrently, and how many orders one reads at most. */
const together = { concurrency: 2, batchSize: 50 }

/** Creates a finder that reads in one statement the orders that are wanted at the same time. */
export const createOrderFinder = (database: Queryable): OrderFinder =>
  batched(async wanted => {
    const { rows } = await database.query<StoredOrderWithItems & { number: number }>({
      ...ordersOfCustomers,
      values: [wanted.map(({ orderId }) => orderId), wanted.map(({ customerId }) => customerId)],
    })
    const found = new Map(rows.map(({ number, ...order }) => [number, order]))
    return wanted.map((_, number) => found.get(number) ?? null)
  }, together)

const { bookingId: _, ...fields } = bookingListItemSchema.shape

/** A customer's bookings, newest first: rows of the view `booking.member_booking`, with times as texts. */
export const bookingsOfCustomer: CustomerList = {
  name: 'bookings',
  columns: `id as "bookingId", ${columnList('member_booking', Object.keys(fields))}`,
  table: 'booking.member_booking',
  orderBy: 'created_at desc, id desc',
}

/** A claim and its coupon: a row of the view `checkout.member_coupon`, with times as texts. */
export type ClaimedCoupon = Coupon & {
  claimId: string
  customerId: string
  claimStatus: CouponClaim['status']
  orderId: string | null
  redemptions: number
  claimedAt: string
}

/** A customer's claims with their coupons ({@link ClaimedCoupon}), newest claim first. */
export const couponsOfCustomer: CustomerList = {
  name: 'coupons',
  columns: `${columnList('member_coupon', ['claimId', 'customerId', 'claimStatus', 'orderId', 'claimedAt', 'redemptions'])},
    ${columnList('member_coupon', Object.keys(couponSchema.shape))}`,
  table: 'checkout.member_coupon',
  orderBy: 'claimed_at desc, claim_id desc',
}
