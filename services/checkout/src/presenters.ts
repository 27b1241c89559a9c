import { type AdminPayment, adminPaymentSchema } from '@campstore/contract/admin/payments'
import { refundOfPaymentSchema } from '@campstore/contract/admin/refunds'
import { type StoreCheckoutSession, storeCheckoutSessionSchema } from '@campstore/contract/checkout/schemas'
import {
  type AdminOrder,
  adminOrderSchema,
  type Order,
  type OrderListItem,
  orderListItemSchema,
  orderSchema,
  type PickingListItem,
  pickingListItemSchema,
} from '@campstore/contract/orders'
import { methodsOutlivingHold } from '@campstore/contract/payment-form'
import { present, presenterOf } from '@campstore/contract/present'
import { adminReturnSchema } from '@campstore/contract/returns'
import { money, wholeTwd } from '@campstore/core/money'
import { presentRefunds, type StoredRefunds } from '@campstore/holds/refund-reads'
import { secondsLeft } from '@campstore/holds/seconds-left'
import { methodsNotTaking } from '@campstore/payments/amount-limits'
import type { Dependencies } from './dependencies.ts'
import { checkoutState, checkoutStep, hasFreedClaim, mayExpire } from './domain/lifecycle.ts'
import type { StoreOrder } from './persistence/orders.ts'
import type { ListedPayment } from './persistence/payments.ts'
import type { WaitingOrder } from './persistence/picking.ts'

/** An order as its checkout session. */
export const presentCheckout = (
  { paymentProvider, clock }: Partial<Pick<Dependencies, 'paymentProvider'>> & Pick<Dependencies, 'clock'>,
  order: StoreOrder,
): StoreCheckoutSession =>
  present(storeCheckoutSessionSchema, order, {
    orderId: order.id,
    couponClaimId: hasFreedClaim(order) ? null : order.couponClaimId,
    pricing: order,
    ...presentRefunds(order),
    items: order.items.map(({ id, ...item }) => ({ orderItemId: id, ...item })),
    shipping: presentShipping(order),
    checkoutStep: checkoutStep(order),
    checkoutState: checkoutState(order),
    holdEndsAt: openDeadline(order).checkoutExpiresAt,
    secondsLeft: secondsLeft(openDeadline(order).checkoutExpiresAt, clock()),
    methodsOutlivingHold: [...methodsOutlivingHold],
    methodsNotTakingAmount: methodsNotTaking(paymentProvider, order.total),
  })

function presentShipping(order: StoreOrder): StoreCheckoutSession['shipping'] {
  const { recipientName, shippingPhone: phone, shippingAddress: address } = order
  return recipientName === null && phone === null && address === null ? null : { recipientName, phone, address }
}

/** The deadline of an order's hold; null once the order can no longer expire (docs/contract/resources.md#order). */
const openDeadline = (order: StoreOrder) => ({
  checkoutExpiresAt: mayExpire(order) ? order.checkoutExpiresAt.toISOString() : null,
})

/** An order as one line of a list. */
export const presentListItem = (order: StoreOrder): OrderListItem =>
  present(orderListItemSchema, order, openDeadline(order))

/** An order that has not shipped, as its member sees it. */
export const presentOwnOrder = (order: StoreOrder): Order =>
  present(orderSchema, order, { ...openDeadline(order), ...presentRefunds(order), returns: [] })

const presentReturn = presenterOf(adminReturnSchema)

/** An order as administrators see it. */
export const presentAdminOrder = (
  order: StoreOrder,
  more: Pick<AdminOrder, 'items' | 'shipment' | 'notes' | 'returns' | 'statusHistory'> & StoredRefunds,
): AdminOrder =>
  present(adminOrderSchema, order, {
    ...openDeadline(order),
    ...more,
    ...presentRefunds(more),
    returns: more.returns.map(presentReturn),
  })

/** An order of the picking list. */
export const presentWaitingOrder = (order: WaitingOrder): PickingListItem =>
  present(pickingListItemSchema, order, {
    toCollect: order.paymentStatus === 'paid' ? money(0) : wholeTwd(order.total),
    shippable: order.items.every(({ picks }) => picks.every(({ missing }) => missing === 0)),
  })

const presentRefund = presenterOf(refundOfPaymentSchema)

/** A payment as staff see it, with its refunds. */
export function presentPayment(payment: ListedPayment): AdminPayment {
  const refunds = payment.refunds.map(presentRefund)
  return present(adminPaymentSchema, payment, { refund: refunds[0] ?? null, refunds })
}

/** An order with the fields of its events, which name no person and no address; of a return, the pieces that came back. */
export const toOrderEvent = (order: StoreOrder) => ({
  ...order,
  orderId: order.id,
  ...openDeadline(order),
  ...(order.returning && { items: order.returning }),
})
