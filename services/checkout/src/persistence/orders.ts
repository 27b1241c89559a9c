import { ApiError } from '@campstore/contract/errors'
import type { CancelReason, ReturnedItems } from '@campstore/contract/messages/events'
import { type Order, type OrderListItem, orderListItemSchema, orderSchema } from '@campstore/contract/orders'
import { text } from '@campstore/contract/texts/text'
import { columnList, rowOf, toColumn } from '@campstore/database/column-list'
import type { Transaction } from '@campstore/database/database'
import type { TransitionWrite } from '@campstore/holds/hold-definition'
import { readsOf } from '@campstore/holds/records'
import { refundStatusOf, refundsOf } from '@campstore/holds/refund-reads'
import { addToOutbox, type OutboxMessage } from '@campstore/messaging/outbox'
import { contractJson } from '@campstore/service/contract-json'
import type { z } from 'zod'
import type { CouponSnapshot } from '../domain/coupons.ts'
import type { Effects } from '../domain/lifecycle.ts'
import { stockNotElsewhere, stockNotOnHand } from '../domain/stock-refusals.ts'
import { orderNames } from '../names.ts'
import { refusing } from './refusals.ts'

type Times<Time> = Record<'placedAt' | 'checkoutExpiresAt' | 'updatedAt', Time> &
  Record<'codConfirmedAt' | 'paidAt', Time | null>

type Fields<Time, BigInt> = Omit<Order, keyof Times<Time> | 'returns'> &
  Times<Time> & { couponClaimId: BigInt | null; coupon: CouponSnapshot | null; cancelledBecause: CancelReason | null }

/** An order with its items. Times are instants; amounts are TWD. `returning` are the pieces that come back in a transition. */
export type StoreOrder = Fields<Date, number> & { returning?: ReturnedItems }

/** A row of {@link orderColumns} and items, as the driver returns it: timestamps and bigints are text. */
export type OrderRow = Fields<string, string>

/** The columns that a hold writes, as fields of an order. */
export const heldFields = [
  ...(Object.keys(orderListItemSchema.shape) as (keyof OrderListItem)[]),
  ...(['couponClaimId', 'coupon', 'cancelledBecause', 'codConfirmedAt', 'updatedAt'] as const),
]

/** The fields of an order that are columns of its row; fields that a hold does not write are null until later. */
const orderFields = [...heldFields, 'carrier', 'trackingNumber'] as const

/** The columns of an order without its items and refunds. */
export const orderColumns = `${columnList(
  'store_order',
  orderFields.filter(field => field !== 'refundStatus'),
)}, ${refundStatusOf('checkout', 'store_order.id')} as "refundStatus"`

/** The columns of a list that reads neither. */
export const listedColumns = `${orderColumns}, '[]'::json as items, '[]'::json as refunds`

/** SQL of the items of `store_order`, as JSON of a schema; the parameters are those of {@link contractJson}. */
export const itemsAs = (schema: z.ZodObject, others?: Readonly<Record<string, string>>): string => /* sql */ `(
    select coalesce(json_agg(${contractJson('item', schema, others)} order by line), '[]')
    from checkout.order_item item
    where order_id = store_order.id
  )`

const instant = (time: string | null): Date | null => (time === null ? null : new Date(time))

export const toOrder = (row: OrderRow): StoreOrder => ({
  ...row,
  // An empty address never counts as verified.
  buyerEmailVerified: row.buyerEmailVerified && row.buyerEmail !== '',
  couponClaimId: row.couponClaimId === null ? null : Number(row.couponClaimId),
  codConfirmedAt: instant(row.codConfirmedAt),
  placedAt: new Date(row.placedAt),
  paidAt: instant(row.paidAt),
  checkoutExpiresAt: new Date(row.checkoutExpiresAt),
  updatedAt: new Date(row.updatedAt),
})

const unpaid = "status = 'unshipped' and payment_status = 'unpaid'"

/** The reads of orders. A read that needs no items leaves them out. */
export const orderReads = readsOf<OrderRow, StoreOrder>({
  kind: orderNames.kind,
  table: 'checkout.store_order',
  columns: `${orderColumns}, ${itemsAs(orderSchema.shape.items.element)} as items,
    ${refundsOf('checkout', 'store_order.id')} as refunds`,
  listedColumns,
  takenAt: 'placed_at',
  unpaid,
  open: `${unpaid} and cod_confirmed_at is null`,
  toRecord: toOrder,
})

const orderChange = {
  name: 'change-order',
  text: /* sql */ `
    select checkout.change_order(jsonb_populate_record(null::checkout.store_order, $1), $2, $3, $4, $5, $6, $7)`,
}

/**
 * Writes a transition of a locked order with its effects in one statement. Throws STOCK_INSUFFICIENT if the pieces to ship are
 * not on hand; CONFLICT if pieces to unship have come back, or have no room, or the coupon of a return to undo was used since.
 */
export async function writeTransition(
  tx: Transaction,
  order: StoreOrder,
  { effects, actor, reason, messages }: TransitionWrite<Effects>,
): Promise<void> {
  const { reservations, claim } = effects
  const values = [
    JSON.stringify(orderRecord(order)),
    reservations,
    claim,
    actor.type,
    actor.id,
    reason,
    JSON.stringify(messages),
  ]
  await tx
    .query({ ...orderChange, values })
    .catch(refusing('stock_not_on_hand', places => stockNotOnHand(order, places)))
    .catch(refusing('pieces_returned', () => new ApiError('CONFLICT', text('order.notUnshippable'))))
    .catch(refusing('stock_overflow', () => new ApiError('CONFLICT', text('order.placeIsFull'))))
    .catch(refusing('coupon_not_applicable', () => new ApiError('CONFLICT', text('return.couponUsed'))))
}

/**
 * Reserves the missing pieces of a locked order at other stores. Throws STOCK_INSUFFICIENT if all stores together have too few.
 * Returns whether anything changed.
 */
export async function reallocateStock(tx: Transaction, order: StoreOrder, adminId: string, at: Date): Promise<boolean> {
  const refuse = refusing('stock_not_elsewhere', variants => stockNotElsewhere(order, variants))
  const statement = 'select checkout.reallocate_order($1, $2, $3) as changed'
  const { rows } = await tx.query<{ changed: boolean }>(statement, [order.id, adminId, at]).catch(refuse)
  return rows[0]?.changed ?? false
}

/** The locations with fewer pieces on hand than the order has reserved there, as JSON; null if none. */
export async function findShortPlaces(tx: Transaction, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ places: string | null }>(
    'select inventory.places_short_of(checkout.reserved_places($1))::text as places',
    [orderId],
  )
  return rows[0]?.places ?? null
}

/** An order as `json_populate_record` reads it. */
export const orderRecord = rowOf<StoreOrder>(orderFields)

/** The columns that a member may change, and the columns that follow from them. */
const amended = [
  'recipientName',
  'shippingPhone',
  'shippingAddress',
  'paymentMethod',
  'couponClaimId',
  'coupon',
  'discount',
  'total',
  'updatedAt',
]
  .map(toColumn)
  .join(', ')

const amendOrder = {
  name: 'amend-order',
  text: /* sql */ `
    update checkout.store_order
    set (${amended}) = (select ${amended} from jsonb_populate_record(null::checkout.store_order, $1))
    where id = $2`,
}

/** Writes the {@link amended} columns of a locked order, and messages. */
export async function writeAmendment(
  tx: Transaction,
  order: StoreOrder,
  messages: readonly OutboxMessage[],
): Promise<void> {
  await tx.query({ ...amendOrder, values: [JSON.stringify(orderRecord(order)), order.id] })
  await addToOutbox(tx, orderNames.schema, messages)
}
