import type { CancelReason } from '@campstore/contract/messages/events'
import type { OrderPaymentMethod, OrderPaymentStatus, OrderStatus, RefundStatus } from '@campstore/contract/orders'
import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { CouponSnapshot } from '../domain/coupons.ts'
import type { ClaimEffect, ReservationEffect } from '../domain/lifecycle.ts'
import { orderNames } from '../names.ts'

/** A line of an order: a snapshot as of creation. */
export type OrderItem = {
  id: number
  productId: string
  variantId: string
  sku: string
  productName: string
  specification: string
  brandName: string
  imageUrl: string | null
  unitPrice: Money
  quantity: number
  lineTotal: Money
}

/** An order with its items. Times are instants; amounts are TWD. */
export type StoreOrder = {
  id: string
  customerId: string
  buyerName: string
  buyerEmail: string
  recipientName: string | null
  shippingPhone: string | null
  shippingAddress: string | null
  subtotal: Money
  shippingFee: Money
  discount: Money
  total: Money
  couponClaimId: number | null
  coupon: CouponSnapshot | null
  paymentMethod: OrderPaymentMethod | null
  paymentStatus: OrderPaymentStatus
  refundStatus: RefundStatus
  status: OrderStatus
  cancelledBecause: CancelReason | null
  codConfirmedAt: Date | null
  placedAt: Date
  paidAt: Date | null
  checkoutExpiresAt: Date
  updatedAt: Date
  items: OrderItem[]
}

const times = ['codConfirmedAt', 'placedAt', 'paidAt', 'checkoutExpiresAt', 'updatedAt'] as const
type Times = (typeof times)[number]
/** A row of {@link orderColumns} and items: times are texts, as the driver leaves them. */
export type OrderRow = Omit<StoreOrder, Times | 'couponClaimId'> & {
  couponClaimId: string | null
  codConfirmedAt: string | null
  placedAt: string
  paidAt: string | null
  checkoutExpiresAt: string
  updatedAt: string
}

/** What an order is read from, but for its items. */
export const orderColumns = /* sql */ `
  store_order.id,
  store_order.customer_id as "customerId",
  store_order.buyer_name as "buyerName",
  store_order.buyer_email as "buyerEmail",
  store_order.recipient_name as "recipientName",
  store_order.shipping_phone as "shippingPhone",
  store_order.shipping_address as "shippingAddress",
  store_order.subtotal,
  store_order.shipping_fee as "shippingFee",
  store_order.discount,
  store_order.total,
  store_order.coupon_claim_id as "couponClaimId",
  store_order.coupon,
  store_order.payment_method as "paymentMethod",
  store_order.payment_status as "paymentStatus",
  store_order.refund_status as "refundStatus",
  store_order.status,
  store_order.cancelled_because as "cancelledBecause",
  store_order.cod_confirmed_at as "codConfirmedAt",
  store_order.placed_at as "placedAt",
  store_order.paid_at as "paidAt",
  store_order.checkout_expires_at as "checkoutExpiresAt",
  store_order.updated_at as "updatedAt"`

const itemColumns = /* sql */ `
  (
    select coalesce(json_agg(json_build_object(
      'id', id, 'productId', product_id, 'variantId', variant_id, 'sku', sku, 'productName', product_name,
      'specification', specification, 'brandName', brand_name, 'imageUrl', image_url, 'unitPrice', unit_price::text,
      'quantity', quantity, 'lineTotal', line_total::text
    ) order by line), '[]')
    from checkout.order_item
    where order_id = store_order.id
  ) as items`

const orderById = {
  name: 'order-by-id',
  text: `select ${orderColumns}, ${itemColumns} from checkout.store_order where store_order.id = $1`,
}

const orderByIdLocked = {
  name: 'order-by-id-locked',
  text: `${orderById.text} for no key update of store_order`,
}

const nextOverdueLocked = {
  name: 'next-overdue-order-locked',
  text: /* sql */ `
    select ${orderColumns}, '[]'::json as items
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

/** A row as an order. */
export const toOrder = (row: OrderRow): StoreOrder => ({
  ...row,
  couponClaimId: row.couponClaimId === null ? null : Number(row.couponClaimId),
  codConfirmedAt: instant(row.codConfirmedAt),
  placedAt: new Date(row.placedAt),
  paidAt: instant(row.paidAt),
  checkoutExpiresAt: new Date(row.checkoutExpiresAt),
  updatedAt: new Date(row.updatedAt),
})

async function one(database: Queryable, statement: { name: string; text: string; values: unknown[] }) {
  const { rows } = await database.query<OrderRow>(statement)
  const [row] = rows
  return row && toOrder(row)
}

/** An order with its items. */
export const findOrder = (database: Queryable, id: string): Promise<StoreOrder | undefined> =>
  one(database, { ...orderById, values: [id] })

/** An order with its items, locked until the transaction ends; what is read is what is true under the lock. */
export const lockOrder = (tx: Queryable, id: string): Promise<StoreOrder | undefined> =>
  one(tx, { ...orderByIdLocked, values: [id] })

/** The longest overdue unpaid order that nobody else has locked, without its items. */
export const lockNextOverdueOrder = (
  tx: Queryable,
  now: Date,
  except: readonly string[],
): Promise<StoreOrder | undefined> => one(tx, { ...nextOverdueLocked, values: [now, except] })

/** Whose an order is; undefined when there is none. */
export async function findOwner(database: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ customerId: string }>({ ...ownerOfOrder, values: [id] })
  return rows[0]?.customerId
}

/** The columns of `checkout.store_order` that an order is written to, as `jsonb_populate_record` reads them. */
export const orderRow = (order: StoreOrder): Record<string, unknown> => ({
  id: order.id,
  customer_id: order.customerId,
  buyer_name: order.buyerName,
  buyer_email: order.buyerEmail,
  recipient_name: order.recipientName,
  shipping_phone: order.shippingPhone,
  shipping_address: order.shippingAddress,
  subtotal: order.subtotal,
  shipping_fee: order.shippingFee,
  discount: order.discount,
  total: order.total,
  coupon_claim_id: order.couponClaimId,
  coupon: order.coupon,
  payment_method: order.paymentMethod,
  payment_status: order.paymentStatus,
  refund_status: order.refundStatus,
  status: order.status,
  cancelled_because: order.cancelledBecause,
  cod_confirmed_at: order.codConfirmedAt,
  placed_at: order.placedAt,
  paid_at: order.paidAt,
  checkout_expires_at: order.checkoutExpiresAt,
  updated_at: order.updatedAt,
})

/** What a transition does besides the order's own columns. */
export type OrderChange = {
  reservations: ReservationEffect
  claim: ClaimEffect
  actor: { type: string; id: string | null }
  reason: string | null
  messages: readonly OutboxMessage[]
}

const changeOrder = {
  name: 'change-order',
  text: /* sql */ `
    select done
    from checkout.change_order(
      jsonb_populate_record(null::checkout.store_order, $1), $2, $3, $4, $5, $6, $7
    ) as done`,
}

/**
 * Writes a transition of a locked order, its reservations, stock, claim, history and messages in one statement.
 *
 * @returns false when stock that is to be shipped is not on hand: then the transaction must not be committed
 */
export async function writeChange(tx: Queryable, changed: StoreOrder, change: OrderChange): Promise<boolean> {
  const { rows } = await tx.query<{ done: boolean }>({
    ...changeOrder,
    values: [
      JSON.stringify(orderRow(changed)),
      change.reservations,
      change.claim,
      change.actor.type,
      change.actor.id,
      change.reason,
      JSON.stringify(change.messages),
    ],
  })
  return rows[0]?.done === true
}

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

/** Writes what a member may change of a locked order, and what is told of it. */
export async function writeAmendment(
  tx: Queryable,
  amended: StoreOrder,
  messages: readonly OutboxMessage[],
): Promise<void> {
  await tx.query({ ...amendOrder, values: [JSON.stringify(orderRow(amended))] })
  await addToOutbox(tx, orderNames.schema, messages)
}
