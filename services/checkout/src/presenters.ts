import type { AdminPayment } from '@campstore/contract/admin/payments'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { Coupon, CouponClaim } from '@campstore/contract/coupons'
import type { OrderEventData } from '@campstore/contract/messages/events'
import type { AdminOrder, Order, OrderListItem } from '@campstore/contract/orders'
import { checkoutStep, mayExpire } from './domain/lifecycle.ts'
import type { StoredClaim, StoredCoupon } from './persistence/coupon-repository.ts'
import type { StoreOrder } from './persistence/orders.ts'
import { outcomes, type PaymentRow } from './persistence/payment-list.ts'

/** An order as the checkout session that made it. */
export const presentCheckout = (order: StoreOrder): StoreCheckoutSession => ({
  orderId: order.id,
  paymentStatus: order.paymentStatus,
  paymentMethod: order.paymentMethod,
  status: order.status,
  checkoutExpiresAt: order.checkoutExpiresAt.toISOString(),
  pricing: {
    subtotal: order.subtotal,
    shippingFee: order.shippingFee,
    discount: order.discount,
    total: order.total,
  },
  items: order.items.map(({ id, ...item }) => ({ orderItemId: id, ...item })),
  shipping: presentShipping(order),
  couponClaimId: order.couponClaimId,
  checkoutStep: checkoutStep(order),
})

function presentShipping(order: StoreOrder): StoreCheckoutSession['shipping'] {
  const { recipientName, shippingPhone: phone, shippingAddress: address } = order
  return recipientName === null && phone === null && address === null ? null : { recipientName, phone, address }
}

/** When an order's hold ends; null once it can no longer end by itself (decisions.md, 7). */
const openDeadline = (order: StoreOrder): string | null =>
  mayExpire(order) ? order.checkoutExpiresAt.toISOString() : null

/** An order as one line of a list. */
export const presentListItem = (order: StoreOrder): OrderListItem => ({
  id: order.id,
  customerId: order.customerId,
  buyerName: order.buyerName,
  buyerEmail: order.buyerEmail,
  recipientName: order.recipientName,
  shippingAddress: order.shippingAddress,
  shippingPhone: order.shippingPhone,
  subtotal: order.subtotal,
  shippingFee: order.shippingFee,
  discount: order.discount,
  total: order.total,
  paymentMethod: order.paymentMethod,
  paymentStatus: order.paymentStatus,
  refundStatus: order.refundStatus,
  status: order.status,
  placedAt: order.placedAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  checkoutExpiresAt: openDeadline(order),
})

/** An order with its items. */
const presentOrder = (order: StoreOrder): Order => ({ ...presentListItem(order), items: order.items })

/** An order with what administrators see of it. */
export const presentAdminOrder = (order: StoreOrder, statusHistory: AdminOrder['statusHistory']): AdminOrder => ({
  ...presentOrder(order),
  statusHistory,
})

/** What events tell of an order: no names, no addresses. */
export const presentFacts = (order: StoreOrder): OrderEventData => ({
  orderId: order.id,
  customerId: order.customerId,
  status: order.status,
  paymentStatus: order.paymentStatus,
  paymentMethod: order.paymentMethod,
  total: order.total,
  checkoutExpiresAt: openDeadline(order),
})

/** A coupon with all its terms. */
export const presentCoupon = (coupon: StoredCoupon): Coupon => ({
  ...coupon,
  startsAt: coupon.startsAt.toISOString(),
  endsAt: coupon.endsAt.toISOString(),
  createdAt: coupon.createdAt.toISOString(),
  updatedAt: coupon.updatedAt.toISOString(),
})

/** A customer's right to use a coupon once. */
export const presentClaim = (claim: StoredClaim): CouponClaim => ({
  ...claim,
  claimedAt: claim.claimedAt.toISOString(),
})

/** An instant as PostgreSQL writes it, `0042-03-01 00:00:00+00`: as it is, JavaScript would take that year for 2042. */
const timestamp = (text: string): string =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()

/** A payment notification with what was made of it. */
export const presentPayment = (payment: PaymentRow): AdminPayment => ({
  eventId: payment.eventId,
  type: payment.type,
  outcome: outcomes[payment.outcome],
  reason: payment.reason,
  target: { kind: payment.targetKind, id: payment.targetId },
  amount: payment.amount,
  currency: payment.currency,
  paymentMethod: payment.paymentMethod,
  providerTradeNo: payment.providerTradeNo,
  paidAt: timestamp(payment.paidAt),
  receivedAt: timestamp(payment.receivedAt),
})
