import { type AdminPayment, adminPaymentSchema } from '@campstore/contract/admin/payments'
import { type Refund, refundSchema } from '@campstore/contract/admin/refunds'
import { type StoreQuote, storeQuoteSchema } from '@campstore/contract/checkout/quotes'
import {
  type StoreCheckoutSession,
  storeCheckoutSessionSchema,
  storePricingSchema,
} from '@campstore/contract/checkout/schemas'
import {
  type AdminClaim,
  adminClaimSchema,
  type Coupon,
  type CouponClaim,
  couponClaimSchema,
  couponSchema,
} from '@campstore/contract/coupons'
import { type EventData, eventDataSchemas, type OrderEventData } from '@campstore/contract/messages/events'
import {
  type AdminOrder,
  adminOrderSchema,
  type OrderListItem,
  orderListItemSchema,
  type PickingListItem,
  pickingListItemSchema,
  type Shipment,
  shipmentSchema,
} from '@campstore/contract/orders'
import { methodsOutlivingHold } from '@campstore/contract/payment-form'
import { present } from '@campstore/contract/present'
import { money, wholeTwd } from '@campstore/core/money'
import { methodsNotTaking } from '@campstore/payments/amount-limits'
import type { Dependencies } from './dependencies.ts'
import { checkoutState, checkoutStep, mayExpire } from './domain/lifecycle.ts'
import type { PricedOrder } from './domain/pricing.ts'
import type { ClaimRow } from './persistence/claim-list.ts'
import type { StoredClaim } from './persistence/coupon-claims.ts'
import type { CouponRow } from './persistence/entities.ts'
import type { StoreOrder } from './persistence/orders.ts'
import { outcomes, type PaymentRow } from './persistence/payment-list.ts'
import type { WaitingOrder } from './persistence/picking-list.ts'
import type { Packing, VariantPick } from './persistence/picks.ts'
import type { RefundRow } from './persistence/refund-list.ts'

/** An order as its checkout session. */
export const presentCheckout = (
  { paymentProvider }: Partial<Pick<Dependencies, 'paymentProvider'>>,
  order: StoreOrder,
): StoreCheckoutSession =>
  present(storeCheckoutSessionSchema, order, {
    orderId: order.id,
    // The claim of a cancelled order is free again.
    couponClaimId: order.status === 'cancelled' ? null : order.couponClaimId,
    pricing: present(storePricingSchema, order),
    items: order.items.map(({ id, ...item }) => ({ orderItemId: id, ...item })),
    shipping: presentShipping(order),
    checkoutStep: checkoutStep(order),
    checkoutState: checkoutState(order),
    holdEndsAt: openDeadline(order).checkoutExpiresAt,
    methodsOutlivingHold: [...methodsOutlivingHold],
    methodsNotTakingAmount: methodsNotTaking(paymentProvider, order.total),
  })

export const presentQuote = (priced: PricedOrder, coupon: StoreQuote['coupon']): StoreQuote =>
  present(storeQuoteSchema, priced, { pricing: present(storePricingSchema, priced), coupon })

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

/** An order as administrators see it. */
export const presentAdminOrder = (
  order: StoreOrder,
  { picks, shipped }: Packing,
  statusHistory: AdminOrder['statusHistory'],
): AdminOrder =>
  present(adminOrderSchema, order, {
    ...openDeadline(order),
    items: withPicks(order, picks),
    coupon: order.coupon && { id: order.coupon.id, code: order.coupon.code, name: order.coupon.name },
    shipment: shipped && presentShipment(order, shipped),
    statusHistory,
  })

const presentShipment = ({ carrier, trackingNumber }: StoreOrder, shipped: NonNullable<Packing['shipped']>): Shipment =>
  present(shipmentSchema, { carrier, trackingNumber, ...shipped })

const withPicks = ({ items }: StoreOrder, picks: readonly VariantPick[]): AdminOrder['items'] =>
  items.map(item => ({
    ...item,
    picks: picks.filter(({ variantId }) => variantId === item.variantId).map(({ variantId: _, ...pick }) => pick),
  }))

/** An order of the picking list. */
export const presentWaitingOrder = ({ picks, ...order }: WaitingOrder): PickingListItem =>
  present(pickingListItemSchema, order, {
    toCollect: order.paymentStatus === 'paid' ? money(0) : wholeTwd(order.total),
    items: withPicks(order, picks),
    shippable: picks.every(({ missing }) => missing === 0),
  })

/** The data of an order's events, without names and addresses. */
export const toOrderEvent = (order: StoreOrder): OrderEventData =>
  present(eventDataSchemas['order.created'], order, { orderId: order.id, ...openDeadline(order) })

/** The data of the event of a transition: the data of other events, and the carrier. */
export const toTransitionEvent = (order: StoreOrder): EventData<'order.shipped'> => ({
  ...toOrderEvent(order),
  carrier: order.carrier,
  trackingNumber: order.trackingNumber,
})

export const presentCoupon = (coupon: CouponRow | Coupon): Coupon => present(couponSchema, coupon)

export const presentCouponClaim = (claim: StoredClaim): CouponClaim => present(couponClaimSchema, claim)

/** A coupon claim with its customer and its order. */
export const presentClaim = ({ customerName: name, customerEmail: email, ...claim }: ClaimRow): AdminClaim =>
  present(adminClaimSchema, claim, { customer: { id: claim.customerId, name, email } })

/** A payment notification with its outcome. */
export const presentPayment = (payment: PaymentRow): AdminPayment =>
  present(adminPaymentSchema, payment, {
    outcome: outcomes[payment.outcome],
    target: { kind: payment.targetKind, id: payment.targetId },
    refund: payment.refund && { ...payment.refund, doneAt: payment.refund.doneAt && fromJson(payment.refund.doneAt) },
  })

/** A refund for a booking or an order. */
export const presentRefund = ({ doneByType: type, doneById: id, doneByName: name, ...refund }: RefundRow): Refund =>
  present(refundSchema, refund, {
    target: { kind: refund.targetKind, id: refund.targetId },
    payment: { ...refund.payment, paidAt: fromJson(refund.payment.paidAt) },
    doneBy: type === null || id === null ? null : { type, id, name },
  })

/** A timestamp as PostgreSQL writes it in JSON. */
const fromJson = (timestamp: string): string => new Date(timestamp).toISOString()
