import type { CancelReason } from '@campstore/contract/messages/events'
import { type Order, type OrderListItem, orderListItemSchema } from '@campstore/contract/orders'
import { columnList, rowOf } from '@campstore/database/column-list'
import type { Queryable, Statement, Transaction } from '@campstore/database/database'
import { refusalDetailOf } from '@campstore/database/errors'
import type { Locked, TransitionWrite } from '@campstore/holds/hold-definition'
import { addToOutbox, type OutboxMessage } from '@campstore/messaging/outbox'
import type { CouponSnapshot } from '../domain/coupons.ts'
import type { Effects } from '../domain/lifecycle.ts'
import { stockNotOnHand } from '../domain/stock-refusals.ts'
import { orderNames } from '../names.ts'
import { orderRefusalOf } from './refusals.ts'

/** The fields of an order that the contract lacks, or has as text. */
type OwnFields = {
  couponClaimId: number | null
  coupon: CouponSnapshot | null
  cancelledBecause: CancelReason | null
  codConfirmedAt: Date | null
  placedAt: Date
  paidAt: Date | null
  checkoutExpiresAt: Date
  updatedAt: Date
}

/** An order with its items. Times are instants; amounts are TWD. */
export type StoreOrder = Omit<Order, keyof OwnFields> & OwnFields

/** A row of {@link orderColumns} and items, as the driver returns it: timestamps and bigints are text. */
export type OrderRow = Omit<StoreOrder, Exclude<keyof OwnFields, 'coupon' | 'cancelledBecause'>> & {
  couponClaimId: string | null
  codConfirmedAt: string | null
  placedAt: string
  paidAt: string | null
  checkoutExpiresAt: string
  updatedAt: string
}

/** The columns that a hold writes, as fields of an order. */
export const heldFields = [
  ...(Object.keys(orderListItemSchema.shape) as (keyof OrderListItem)[]),
  ...(['couponClaimId', 'coupon', 'cancelledBecause', 'codConfirmedAt', 'updatedAt'] as const),
]

/** The fields of an order that are columns of its row; fields that a hold does not write are null until later. */
const orderFields = [...heldFields, 'carrier', 'trackingNumber'] as const

/** The columns of an order without its items. */
export const orderColumns = columnList('store_order', orderFields)

/**
 * SQL of the items of `store_order`, as JSON.
 *
 * @param more SQL of the name and the value of another field of `item`
 */
export const itemsWith = (more?: string): string => /* sql */ `(
    select coalesce(json_agg(json_build_object(
      'id', id, 'productId', product_id, 'variantId', variant_id, 'sku', sku, 'productName', product_name,
      'specification', specification, 'brandName', brand_name, 'imageUrl', image_url, 'unitPrice', unit_price::text,
      'quantity', quantity, 'lineTotal', line_total::text${more === undefined ? '' : `, ${more}`}
    ) order by line), '[]')
    from checkout.order_item item
    where order_id = store_order.id
  )`

const columnsAndItems = `${orderColumns}, ${itemsWith()} as items`

const orderById = {
  name: 'order-by-id',
  text: `select ${columnsAndItems} from checkout.store_order where store_order.id = $1`,
}

const orderByIdLocked = {
  name: 'order-by-id-locked',
  text: `select ${columnsAndItems}, clock_timestamp() as now
    from checkout.store_order where store_order.id = $1 for no key update of store_order`,
}

const nextOverdueLocked = {
  name: 'next-overdue-order-locked',
  text: /* sql */ `
    select ${orderColumns}, '[]'::json as items, clock_timestamp() as now
    from checkout.store_order
    where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
      and checkout_expires_at <= $1
      and id <> all ($2)
    order by checkout_expires_at
    limit 1
    for no key update skip locked`,
}

const ownerOfOrder = {
  name: 'owner-of-order',
  text: 'select customer_id as "customerId" from checkout.store_order where id = $1',
}

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

async function findOne(database: Queryable, statement: Statement): Promise<StoreOrder | undefined> {
  const { rows } = await database.query<OrderRow>(statement)
  const [row] = rows
  return row && toOrder(row)
}

async function lockOne(tx: Transaction, statement: Statement): Promise<Locked<StoreOrder> | undefined> {
  const { rows } = await tx.query<OrderRow & { now: string }>(statement)
  if (!rows[0]) return undefined
  const { now, ...row } = rows[0]
  return { record: toOrder(row), now }
}

export const findOrder = (database: Queryable, id: string): Promise<StoreOrder | undefined> =>
  findOne(database, { ...orderById, values: [id] })

/** An order with its items as they are under its lock, which lasts until the transaction ends. */
export const lockOrder = (tx: Transaction, id: string): Promise<Locked<StoreOrder> | undefined> =>
  lockOne(tx, { ...orderByIdLocked, values: [id] })

/** The longest overdue unpaid order that no other transaction has locked, now locked, without its items. */
export const lockNextOverdueOrder = (
  tx: Transaction,
  dueBy: Date,
  except: readonly string[],
): Promise<Locked<StoreOrder> | undefined> => lockOne(tx, { ...nextOverdueLocked, values: [dueBy, except] })

/** The customer of an order; undefined when the order does not exist. */
export async function findOwner(database: Queryable, id: string): Promise<{ customerId: string } | undefined> {
  const { rows } = await database.query<{ customerId: string }>({ ...ownerOfOrder, values: [id] })
  return rows[0]
}

const orderChange = {
  name: 'change-order',
  text: /* sql */ `
    select checkout.change_order(jsonb_populate_record(null::checkout.store_order, $1), $2, $3, $4, $5, $6, $7)`,
}

/**
 * Writes a transition of a locked order with its effects in one statement.
 *
 * @throws {ApiError} STOCK_INSUFFICIENT if the pieces to ship are not on hand
 */
export async function writeTransition(
  tx: Transaction,
  order: StoreOrder,
  { effects, actor, reason, messages }: TransitionWrite<Effects>,
): Promise<void> {
  const { reservations, claim } = effects
  const values = [orderRecord(order), reservations, claim, actor.type, actor.id, reason, JSON.stringify(messages)]
  try {
    await tx.query({ ...orderChange, values })
  } catch (error) {
    throw orderRefusalOf(error) === 'stock_not_on_hand' ? stockNotOnHand(order, refusalDetailOf(error)) : error
  }
}

/**
 * Reserves the missing pieces of a locked order at other stores.
 *
 * @returns whether anything changed
 * @throws an error with the SQLSTATE of `stock_not_elsewhere` (refusals.ts)
 */
export async function reallocateStock(tx: Transaction, orderId: string, adminId: string, at: Date): Promise<boolean> {
  const { rows } = await tx.query<{ changed: boolean }>('select checkout.reallocate_order($1, $2, $3) as changed', [
    orderId,
    adminId,
    at,
  ])
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

const rowOfOrder = rowOf<StoreOrder>(orderFields)

/** An order as JSON that `jsonb_populate_record` reads. */
export const orderRecord = (order: StoreOrder): string => JSON.stringify(rowOfOrder(order))

const amendOrder = {
  name: 'amend-order',
  text: /* sql */ `
    update checkout.store_order
    set recipient_name = amended.recipient_name,
        shipping_phone = amended.shipping_phone,
        shipping_address = amended.shipping_address,
        payment_method = amended.payment_method,
        discount = amended.discount,
        total = amended.total,
        coupon_claim_id = amended.coupon_claim_id,
        coupon = amended.coupon,
        updated_at = amended.updated_at
    from jsonb_populate_record(null::checkout.store_order, $1) amended
    where store_order.id = amended.id`,
}

/** Writes the columns that a member may change of a locked order, and messages. */
export async function writeAmendment(
  tx: Transaction,
  amended: StoreOrder,
  messages: readonly OutboxMessage[],
): Promise<void> {
  await tx.query({ ...amendOrder, values: [orderRecord(amended)] })
  await addToOutbox(tx, orderNames.schema, messages)
}
