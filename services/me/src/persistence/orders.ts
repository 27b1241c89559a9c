import { type Order, type OrderListItem, orderListItemSchema } from '@campstore/contract/orders'
import { columnList } from '@campstore/database/column-list'
import { type CustomerList, findCustomerPage } from '@campstore/database/customer-page'
import type { Queryable } from '@campstore/database/database'
import type { FoundPage } from '@campstore/database/pagination'

/** An order without its items: a row of the view `checkout.member_order`, with times as texts. */
export type StoredOrder = OrderListItem

export type StoredOrderWithItems = StoredOrder & Pick<Order, 'items' | 'carrier' | 'trackingNumber'>

const orderColumns = columnList('member_order', Object.keys(orderListItemSchema.shape))

/** Columns of a {@link StoredOrderWithItems}. */
export const orderWithItems = /* sql */ `
  ${orderColumns}, ${columnList('member_order', ['carrier', 'trackingNumber'])},
  (
    select coalesce(json_agg(json_build_object(
      'id', item.id, 'productId', product_id, 'variantId', variant_id, 'sku', sku, 'productName', product_name,
      'specification', specification, 'brandName', brand_name, 'imageUrl', image_url,
      'unitPrice', unit_price::text, 'quantity', quantity, 'lineTotal', line_total::text
    ) order by line), '[]')
    from checkout.member_order_item item
    where item.order_id = member_order.id
  ) as items`

const orderOfCustomer = {
  name: 'order-of-customer',
  text: `select ${orderWithItems} from checkout.member_order where id = $1 and customer_id = $2`,
}

const ordersOfCustomer: CustomerList = {
  rows: {
    name: 'orders-of-customer',
    text: /* sql */ `
      select ${orderColumns}
      from checkout.member_order
      where customer_id = $1
      order by placed_at desc, id desc
      limit $2 offset $3`,
  },
  count: {
    name: 'count-of-orders',
    text: 'select count(*)::integer as total from checkout.member_order where customer_id = $1',
  },
}

/** A customer's order with its items by line, in one round trip; undefined for an unknown order and for another customer's. */
export async function findOrderOfCustomer(
  database: Queryable,
  id: string,
  customerId: string,
): Promise<StoredOrderWithItems | undefined> {
  const { rows } = await database.query<StoredOrderWithItems>({ ...orderOfCustomer, values: [id, customerId] })
  return rows[0]
}

/** One page of a customer's orders, newest first, without their items, and their total number. */
export const findOrdersOfCustomer = (
  database: Queryable,
  customerId: string,
  paging: { page: number; size: number },
): Promise<FoundPage<StoredOrder>> => findCustomerPage<StoredOrder>(database, ordersOfCustomer, customerId, paging)

/** A customer's latest orders, newest first, without their items. */
export async function findLatestOrders(database: Queryable, customerId: string, limit: number): Promise<StoredOrder[]> {
  const { rows } = await database.query<StoredOrder>({ ...ordersOfCustomer.rows, values: [customerId, limit, 0] })
  return rows
}
