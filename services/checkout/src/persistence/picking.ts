import type { PickingListQuery } from '@campstore/contract/admin/orders'
import {
  type AdminOrder,
  type Order,
  type PickingListItem,
  pickedItemsSchema,
  pickSchema,
  shipmentSchema,
} from '@campstore/contract/orders'
import { adminReturnSchema } from '@campstore/contract/returns'
import { columnList } from '@campstore/database/column-list'
import { type Condition, whenPresent } from '@campstore/database/conditions'
import type { Transaction } from '@campstore/database/database'
import { type LookUp, matchesLookUp } from '@campstore/database/look-up'
import type { FindPage } from '@campstore/database/pagination'
import { onlyRow } from '@campstore/database/rows'
import { administratorJson, contractJson } from '@campstore/service/contract-json'
import { newestNotesOf, notesOf } from '@campstore/service/notes'
import { isReady, readyAt } from './order-conditions.ts'
import { itemsAs } from './orders.ts'

/** SQL of the reserved pieces of an `item` at each location, with the pieces on hand there, as JSON in the order of the locations. */
const picks = /* sql */ `(
    select coalesce(json_agg(${contractJson('reservation', pickSchema, {
      locationName: 'coalesce(stock.location_name, reservation.location_id)',
      onHand: 'coalesce(stock.on_hand, 0)',
      missing: 'greatest(reservation.quantity - coalesce(stock.on_hand, 0), 0)',
    })} order by reservation.location_id), '[]')
    from checkout.stock_reservation reservation
    left join inventory.located_stock stock
      on stock.variant_id = reservation.variant_id and stock.location_id = reservation.location_id
    where reservation.order_id = item.order_id and reservation.variant_id = item.variant_id
      and reservation.status = 'active'
  )`

/** SQL of the items of `store_order` with their picks, as JSON. */
const pickedItems = itemsAs(pickedItemsSchema.element, { picks })

/** SQL of who shipped `store_order` and when, as JSON; null for an order that has not left, or is not regarded as shipped any more. */
const shipment = /* sql */ `(
    select ${contractJson('store_order', shipmentSchema, { at: 'entry.at', by: administratorJson('entry.actor_id') })}
    from checkout.status_history entry
    where entry.order_id = store_order.id and entry.to_status = 'shipped' and entry.from_status = 'unshipped'
      and entry.actor_type = 'admin' and store_order.status in ('shipped', 'completed', 'returned')
    order by entry.id desc
    limit 1
  )`

/** Where the notes of staff about orders are. */
export const orderNotes = { table: 'checkout.note', column: 'order_id' }

const notes = notesOf(orderNotes, 'store_order.id')

/** SQL of what came back of `store_order`, as JSON, oldest first. */
const returns = /* sql */ `(
    select coalesce(json_agg(${contractJson('order_return', adminReturnSchema, { by: administratorJson('order_return.by') })} order by at, id), '[]')
    from checkout.order_return
    where order_id = store_order.id
  )`

/** The staff's data of an order beyond its own row; timestamps are text. */
type Packing = Pick<AdminOrder, 'items' | 'shipment' | 'notes' | 'returns'>

/** Reads the {@link Packing} of an order. */
export const findPacking = (tx: Transaction, orderId: string): Promise<Packing> =>
  onlyRow(tx, {
    name: 'packing-of-order',
    text: `select ${pickedItems} as items, ${shipment} as shipment, ${notes} as notes, ${returns} as returns
    from checkout.store_order
    where id = $1`,
    values: [orderId],
  })

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

const takesFromLocation = /* sql */ `store_order.id in (
    select order_id
    from checkout.stock_reservation
    where location_id = ? and status = 'active' and expires_at is null
  )`

const pickingLookUp: LookUp = {
  texts: ['store_order.id', 'recipient_name', 'shipping_address'],
  phones: [{ phone: 'shipping_phone' }],
  isOfDay: true,
}

/** One page of the orders whose state allows shipping, longest waiting first, and the total. */
export const findPickingList = (findPage: FindPage, { page, size, q, locationId, shippable }: PickingListQuery) =>
  findPage<WaitingOrder>({
    columns: `${columnList('store_order', storedFields)}, ${readyAt} as "readyAt", ${pickedItems} as items,
      ${newestNotesOf(orderNotes, 'store_order.id')} as notes`,
    from: 'checkout.store_order',
    conditions: [
      { sql: isReady, values: [] },
      matchesLookUp(pickingLookUp, q),
      whenPresent(locationId, takesFromLocation),
      missesNothing(shippable),
    ],
    orderBy: { field: readyAt, id: 'store_order.id', direction: 'asc' },
    page,
    size,
    idsFirst: true,
  })

const missesNothing = (shippable: boolean | undefined): Condition | undefined =>
  shippable === undefined
    ? undefined
    : { sql: `store_order.id ${shippable ? 'not in' : 'in'} (${ordersThatMiss})`, values: [] }
