import type { PickingListQuery } from '@campstore/contract/admin/orders'
import type { Order, PickingListItem } from '@campstore/contract/orders'
import { columnList } from '@campstore/database/column-list'
import { type Condition, whenPresent } from '@campstore/database/conditions'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { isReady, readyAt } from './order-conditions.ts'
import { pickedItems } from './picks.ts'

/** An order whose state allows shipping; timestamps are text, as the driver returns them. */
export type WaitingOrder = Omit<PickingListItem, 'toCollect' | 'shippable'> & Pick<Order, 'paymentStatus'>

const recipientFields = ['recipientName', 'shippingPhone', 'shippingAddress']
const storedFields = ['id', 'placedAt', 'paymentMethod', 'paymentStatus', 'total', ...recipientFields]

/** Orders that take more pieces from a location than are on hand there: looked up place by place, of the few that lack any. */
const ordersThatMiss = /* sql */ `
    select reservation.order_id
    from inventory.located_stock stock
    cross join lateral (
      select order_id
      from checkout.stock_reservation
      where location_id = stock.location_id
        and variant_id = stock.variant_id
        and status = 'active'
        and expires_at is null
        and quantity > stock.on_hand
      offset 0
    ) reservation
    where stock.on_hand < stock.reserved`

/** One page of the orders whose state allows shipping, longest waiting first, and the total. */
export const findPickingList = (
  findPage: FindPage,
  { page, size, locationId, shippable }: PickingListQuery,
): Promise<FoundPage<WaitingOrder>> =>
  findPage<WaitingOrder>({
    columns: `${columnList('store_order', storedFields)}, ${readyAt} as "readyAt", ${pickedItems} as items`,
    from: 'checkout.store_order',
    conditions: [{ sql: isReady, values: [] }, takesFrom(locationId), missesNothing(shippable)],
    orderBy: { field: readyAt, id: 'store_order.id', direction: 'asc' },
    page,
    size,
    idsFirst: true,
  })

const takesFrom = (locationId: string | undefined): Condition | undefined =>
  whenPresent(
    locationId,
    `store_order.id in (
    select order_id
    from checkout.stock_reservation
    where location_id = ? and status = 'active' and expires_at is null
  )`,
  )

const missesNothing = (shippable: boolean | undefined): Condition | undefined =>
  shippable === undefined
    ? undefined
    : { sql: `store_order.id ${shippable ? 'not in' : 'in'} (${ordersThatMiss})`, values: [] }
